import { expect, test } from 'vitest'
import type { Engine } from '../core/engine.ts'
import { readSpeakableCatalogue } from './catalogue.ts'

const load = async (): Promise<never> => {
  throw new Error('nothing is loaded to read the catalogue')
}
const enginesWith = (check: Engine['check']) =>
  new Map<string, Engine>([
    ['aria', { name: 'aria', load, ...(check && { check }) }],
    ['flite', { name: 'flite', load }],
  ])
const broken = enginesWith(async () => {
  throw new Error('no build')
})

const engineOfLuna = async (preference: readonly string[], engines: ReadonlyMap<string, Engine>) => {
  const { catalogue, missing } = await readSpeakableCatalogue(preference, engines)
  return [catalogue.find('coda', 'luna', 'eng')?.engineVoice.engine, missing]
}

test('the preferred engine speaks where it can', async () => {
  expect(
    await engineOfLuna(
      ['aria', 'flite'],
      enginesWith(async () => {}),
    ),
  ).toEqual(['aria', []])
  expect(
    await engineOfLuna(
      ['flite', 'aria'],
      enginesWith(async () => {}),
    ),
  ).toEqual(['flite', []])
})

test.each([[['aria', 'flite']], [['aria']]])('another speaks where it cannot, of %j', async (preference) => {
  expect(await engineOfLuna(preference, broken)).toEqual(['flite', [{ engine: 'aria', message: 'no build' }]])
})

test('an engine that nobody is to be spoken by is not looked at', async () => {
  expect(await engineOfLuna(['flite', 'espeak', 'aria'], broken)).toEqual(['flite', []])
  expect(await engineOfLuna([], broken)).toEqual(['flite', []])
})
