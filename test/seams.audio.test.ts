import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { Listen } from '../scripts/voice-listener.ts'
import { createListener } from '../scripts/voice-listener.ts'
import type { Language } from '../src/core/language.ts'
import { parseCatalogueFile } from '../src/voices/catalogue-file.ts'

const FILE = readFileSync(new URL('../voices/catalogue.tsv', import.meta.url), 'utf8')
const RATE_HZ = 24_000

/** Two sentences, a paragraph's end, two more; no marks within, and beginnings and ends that are sudden. */
const TEXTS: readonly (readonly [engine: string, language: Language, text: string])[] = [
  ['flite', 'eng', 'Tom took the boat back. It was late.\n\nTwo people came out. Nobody spoke.'],
  ['aria', 'eng', 'Tom took the boat back. It was late.\n\nTwo people came out. Nobody spoke.'],
  ['espeak', 'ger', 'Der Kapitän ging fort. Es war still.\n\nEin neuer Morgen kam. Er lachte laut.'],
  ['espeak', 'fra', 'Le capitaine partit tôt. Tout était calme.\n\nUn matin arriva. Il pleuvait.'],
  ['espeak', 'jpn', '船長は川を渡りました。静かでした。\n\n新しい朝が来ました。雨でした。'],
  ['espeak', 'spa', 'El capitán cruzó el río. Todo era paz.\n\nLlegó la mañana. Él sonrió.'],
]

let listen: Listen
beforeAll(async () => {
  listen = await createListener()
})

test.each(TEXTS)(
  '%s in %s: sentences join without a click and without a doubled pause',
  async (engine, language, text) => {
    const voice = parseCatalogueFile(FILE, [engine]).find(
      (one) => one.language === language && one.engineVoice.engine === engine,
    )
    if (voice === undefined) throw new Error(`no voice of ${engine} speaks ${language}`)
    const [samples] = await listen(voice.engineVoice, language, text, [RATE_HZ])
    const pauses = silences(samples)
    const lengthsMs = pauses.map(({ start, end }) => (1000 * (end - start)) / RATE_HZ)
    expect(lengthsMs).toHaveLength(4)
    // What an engine leaves at the ends of its speech is little.
    for (const [i, minMs] of [500, 850, 500, 120].entries()) {
      expect(lengthsMs[i]).toBeGreaterThanOrEqual(minMs)
      expect(lengthsMs[i]).toBeLessThan(minMs + 120)
    }
    for (const { start, end } of pauses) {
      for (const edge of [samples.subarray(start - 3, start), samples.subarray(end, end + 3)]) {
        for (const sample of edge) expect(Math.abs(sample)).toBeLessThan(0.02)
      }
    }
    expect(Math.abs(samples[0] as number)).toBeLessThan(0.001)
  },
)

/** Where nothing is heard for a tenth of a second. */
function silences(samples: Float32Array): { start: number; end: number }[] {
  const floor = 0.0005
  const found: { start: number; end: number }[] = []
  let start = 0
  for (let at = 0; at <= samples.length; at++) {
    if (at < samples.length && Math.abs(samples[at] as number) <= floor) continue
    if (at - start > 0.1 * RATE_HZ) found.push({ start, end: at })
    start = at + 1
  }
  return found
}
