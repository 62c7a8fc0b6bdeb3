import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { changelogSection, requireReleasable } from '../scripts/release/changelog-section.ts'
import { type Sbom, shippedSbom } from '../scripts/release/sbom.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n- new\n\n## 1.2.3 - 2026-01-31\n\n### Added\n\n- a\n\n## 1.2.2\n\n- b\n\n## 1.2.1\n'

test('the notes of a release are its section of the changelog', () => {
  expect(changelogSection(CHANGELOG, '1.2.3')).toBe('### Added\n\n- a\n')
  expect(changelogSection(CHANGELOG, '1.2.2')).toBe('- b\n')
  for (const missing of ['1.2', '1.2.1', '9.9.9']) {
    expect(() => changelogSection(CHANGELOG, missing)).toThrow(`CHANGELOG.md has no section ${missing}`)
  }
})

test('a tag must be that of the version, whose section has a date', () => {
  expect(() => requireReleasable('v1.2.3', '1.2.3', CHANGELOG)).not.toThrow()
  expect(() => requireReleasable('v1.2.4', '1.2.3', CHANGELOG)).toThrow('the tag v1.2.4 is not v1.2.3')
  expect(() => requireReleasable('v1.2.2', '1.2.2', CHANGELOG)).toThrow('has no date')
})

test('the version of package.json has a section', () => {
  const { version } = JSON.parse(read('package.json'))
  expect(changelogSection(read('CHANGELOG.md'), version)).not.toBe('')
})

const component = (ref: string, isForDevelopment = false) => ({
  'bom-ref': ref,
  name: ref.slice(0, ref.lastIndexOf('@')),
  scope: isForDevelopment ? 'optional' : 'required',
  properties: isForDevelopment ? [{ name: 'cdx:npm:package:development', value: 'true' }] : [],
})

test('the SBOM has the dependencies and what is bundled, and nothing else of a clone', () => {
  const whole: Sbom = {
    metadata: { component: { ...component('hoarfrost@1.0.0'), name: 'folder' } },
    components: [
      component('pg@8.0.0'),
      component('fastify@5.1.0', true),
      component('@mantine/core@9.1.0', true),
      component('vitest@4.0.0', true),
      component('fastify@4.0.0', true),
    ],
    dependencies: [
      { ref: 'hoarfrost@1.0.0', dependsOn: ['pg@8.0.0', 'vitest@4.0.0', 'fastify@5.1.0'] },
      { ref: 'vitest@4.0.0', dependsOn: [] },
    ],
  }
  const shipped = shippedSbom(
    whole,
    'hoarfrost',
    'fastify 5.1.0\n\nMIT License 4.0.0 text\n## @mantine/core - 9.1.0 (MIT)\n',
  )
  expect(shipped.metadata.component.name).toBe('hoarfrost')
  expect(shipped.components).toEqual([
    component('pg@8.0.0'),
    component('fastify@5.1.0'),
    component('@mantine/core@9.1.0'),
  ])
  expect(shipped.dependencies).toEqual([{ ref: 'hoarfrost@1.0.0', dependsOn: ['pg@8.0.0', 'fastify@5.1.0'] }])
})

test('the workflow of releases runs what is here, and publishes nothing before the files are made', () => {
  const { jobs } = parse(read('.github/workflows/release.yml'))
  const { scripts } = JSON.parse(read('package.json'))
  const steps = Object.values(jobs as Record<string, { steps: { run?: string; with?: Record<string, string> }[] }>)
  const commands = steps.flatMap((job) => job.steps.flatMap(({ run = '' }) => run.split('\n')))
  for (const [, script = ''] of commands.join('\n').matchAll(/npm run ([\w:]+)/g))
    expect(scripts).toHaveProperty(script)
  const image = jobs.image.steps.find(({ uses = '' }) => uses.startsWith('docker/build-push-action'))
  expect(image.with.platforms).toBe('linux/amd64,linux/arm64')
  expect(existsSync(new URL(`../${image.with.file}`, import.meta.url))).toBe(true)
  expect([jobs.image.needs, jobs.npm.needs, jobs.github.needs]).toEqual(['files', 'files', ['image', 'npm']])
  expect(jobs.npm.permissions).toEqual({ contents: 'read', 'id-token': 'write' })
})
