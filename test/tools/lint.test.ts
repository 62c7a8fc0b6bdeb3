import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { describe, expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const eslint = new ESLint({
  cwd: ROOT,
  // Those that need types read files of the project alone.
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-globals',
})

describe('the linter refuses signals that Node 20 may collect', () => {
  const cases = [
    'export const a = AbortSignal.any([b, AbortSignal.timeout(1)])',
    'const limit = AbortSignal.timeout(1)\nawait fetch(url, { signal: limit })',
    'const Signal = AbortSignal\nexport const a = Signal.any([b])',
    'const { any } = AbortSignal\nexport const a = any([b])',
    "export const a = AbortSignal['timeout'](1)",
    'export const a = globalThis.AbortSignal.any([b])',
    'export const a = window.AbortSignal.timeout(1)',
    'export const a = AbortSignal?.any([b])',
    'class Mine extends AbortSignal {}',
  ]
  test.each(cases)('%s', async (code) => {
    const [result] = await eslint.lintText(code, { filePath: 'src/app/some.ts' })
    expect(result?.messages[0]?.message).toContain('use anyOf or deadline of src/core/abort.ts')
  })

  const places = ['bench/a.ts', 'bin/a.js', 'dashboard/src/a.tsx', 'dashboard/a.config.ts', 'deploy/docker/a.js']
  test.each([...places, 'scripts/a.ts', 'scripts/a.js', 'test/a.test.ts', 'test/clients/a.mjs', 'test/fixtures/a.cjs'])(
    'in %s',
    async (filePath) => {
      const [result] = await eslint.lintText('export const a = AbortSignal.any([])', { filePath })
      expect(result?.errorCount).toBe(1)
    },
  )
})

test('the type AbortSignal, and signals of a controller, are free', async () => {
  const code = 'export const f = (signal: AbortSignal): AbortSignal => signal ?? new AbortController().signal'
  const [result] = await eslint.lintText(code, { filePath: 'src/app/some.ts' })
  expect(result?.messages).toEqual([])
})
