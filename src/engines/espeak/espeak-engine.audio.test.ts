import { readFileSync } from 'node:fs'
import type { EspeakModule } from '@echogarden/espeak-ng-emscripten'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeEngine } from '../../../test/contracts/engine.ts'
import {
  durationS,
  medianPitchHz,
  pitchesHz,
  type Recording,
  record,
  utteranceOf,
} from '../../../test/contracts/speech-recording.ts'
import type { LoadedEngine } from '../../core/engine.ts'
import type { Language } from '../../core/language.ts'
import type { Timbre } from '../../core/voice.ts'
import { espeakEngine } from './espeak-engine.ts'
import { loadEspeak } from './espeak-files.ts'

const voice = (base: string, pitchMeanHz: number, timbre: Partial<Timbre> = {}) => ({
  engine: 'espeak',
  base,
  timbre: { formantRatio: 1, pitchMeanHz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0, ...timbre },
})

describeEngine(espeakEngine, voice('es-419+f3', 200), 'spa', ['las', 'flores', 'blancas', 'crecen', 'en', 'verano'])
describeEngine(espeakEngine, voice('hi+f1', 190), 'hin', ['मेरा', 'घर', 'बहुत', 'सुंदर', 'और', 'बड़ा', 'है'])
describeEngine(espeakEngine, voice('ar+m3', 105), 'ara', ['هٰذَا', 'كِتَابٌ', 'جَدِيدٌ', 'عَنِ', 'الطَّبِيعَةِ'])
describeEngine(espeakEngine, voice('ja+f2', 195), 'jpn', ['東京', '大学', '先生', '学生', '一緒', '公園'])

type Sentence = readonly [base: string, language: Language, sentence: string]
const SENTENCES: readonly Sentence[] = [
  ['es', 'spa', 'mañana por la mañana vamos a la orilla del mar'],
  ['es-419', 'spa', 'mañana por la mañana vamos a la orilla del mar'],
  ['pt', 'por', 'amanhã de manhã vamos todos à beira do mar'],
  ['pt-br', 'por', 'amanhã de manhã vamos todos à beira do mar'],
  ['de', 'ger', 'morgen am Abend wollen wir alle ans Meer'],
  ['fr', 'fra', 'demain matin nous allons tous au bord de la mer'],
  ['it', 'ita', 'domani mattina andiamo tutti in riva al mare'],
  ['nl', 'nld', 'morgenochtend gaan wij allemaal naar de zee'],
  ['ar', 'ara', 'مَرحَبًا يا عالَمُ الجَميلُ اليَومَ نَعمَلُ مَعًا'],
  ['hi', 'hin', 'कल सुबह हम सब नदी के किनारे जाएंगे'],
  ['ja', 'jpn', '明日 の 朝 みんな で 海 を 見ましょう'],
]

describe('the voices of eSpeak', () => {
  let loaded: LoadedEngine
  beforeAll(async () => {
    loaded = await espeakEngine.load()
  })
  const speak = ([base, language, sentence]: Sentence, meanHz: number, timbre: Partial<Timbre> = {}) =>
    record(loaded, utteranceOf(language, sentence.split(' ')), voice(base, meanHz, timbre))
  const spanish = (variant: string): Sentence => [`es${variant}`, 'spa', SENTENCES[0]?.[2] ?? '']

  test.each(SENTENCES)('%s speaks at the pitch it is asked for', async (base, language, sentence) => {
    for (const [variant, meanHz] of [
      ['', 90],
      ['+m3', 125],
      ['+f2', 170],
      ['+f4', 230],
    ] as const) {
      const heard = medianPitchHz(await speak([base + variant, language, sentence], meanHz))
      expect(heard / meanHz).toBeGreaterThan(0.92)
      expect(heard / meanHz).toBeLessThan(1.08)
    }
  })

  test.each([0.85, 1.18])('formants moved by %d leave pitch and rate as they are', async (formantRatio) => {
    const plain = await speak(spanish('+f1'), 190)
    const moved = await speak(spanish('+f1'), 190, { formantRatio })
    expect(moved.sampleRateHz).toBe(Math.round(22_050 * formantRatio))
    expect(medianPitchHz(moved) / medianPitchHz(plain)).toBeGreaterThan(0.95)
    expect(medianPitchHz(moved) / medianPitchHz(plain)).toBeLessThan(1.05)
    expect(durationS(moved) / durationS(plain)).toBeGreaterThan(0.93)
    expect(durationS(moved) / durationS(plain)).toBeLessThan(1.07)
  })

  test('the range of the pitch is wider or narrower around the same mean', async () => {
    const flat = await speak(spanish('+f3'), 200, { pitchRangeRatio: 0 })
    const wide = await speak(spanish('+f3'), 200, { pitchRangeRatio: 1.8 })
    expect(spread(wide) / spread(flat)).toBeGreaterThan(1.15)
    expect(medianPitchHz(flat) / 200).toBeGreaterThan(0.95)
    expect(medianPitchHz(wide) / 200).toBeGreaterThan(0.9)
    expect(medianPitchHz(wide) / 200).toBeLessThan(1.1)
  })

  test('a rate that eSpeak cannot reach is held at its limit', async () => {
    const fastest = durationS(await speak(spanish(''), 100, { rateRatio: 3 }))
    expect(durationS(await speak(spanish(''), 100, { rateRatio: 50 }))).toBeCloseTo(fastest, 1)
    expect(durationS(await speak(spanish(''), 100, { rateRatio: 0.01 }))).toBeLessThan(10)
  })

  test('a question ends higher than a statement', async () => {
    const words = ['vas', 'a', 'venir', 'mañana']
    const endOf = async (mark: string) => {
      const heard = await record(loaded, utteranceOf('spa', [...words, mark]), voice('es', 100))
      return medianPitchHz({ ...heard, samples: heard.samples.slice(-heard.sampleRateHz * 0.25) })
    }
    expect((await endOf('?')) / (await endOf('.'))).toBeGreaterThan(1.1)
  })

  test('a word lasts until the next begins, or until the pause before that', async () => {
    const { marks, sampleRateHz } = await record(
      loaded,
      utteranceOf('spa', ['no', 'sabe', ',', 'nada']),
      voice('es', 100),
    )
    const [no, sabe, nada] = marks
    expect(sabe?.startSample).toBe(no?.endSample)
    expect((nada?.startSample ?? 0) - (sabe?.endSample ?? 0)).toBeGreaterThan(0.05 * sampleRateHz)
  })

  test('a number that is read as several words has one mark', async () => {
    const words = ['tengo', '1.234.567', 'gatos', '&', 'perros']
    const { marks, sampleRateHz } = await record(loaded, utteranceOf('spa', words), voice('es', 100))
    expect(marks.map(({ segmentIndex }) => segmentIndex)).toEqual([0, 1, 2, 3, 4])
    const lengths = marks.map(({ startSample, endSample }) => (endSample - startSample) / sampleRateHz)
    expect(lengths[1]).toBeGreaterThan(2)
    expect(lengths[2]).toBeLessThan(1)
  })

  test('a Japanese sentence that comes as one word has one mark over all of it', async () => {
    const whole = utteranceOf('jpn', ['今日は京都へ三匹の犬と行きます', '。'])
    const { marks, samples } = await record(loaded, whole, voice('ja', 100))
    expect(marks).toHaveLength(1)
    expect(marks[0]?.startSample).toBeLessThan(1000)
    expect(samples.length - (marks[0]?.endSample ?? 0)).toBeLessThan(1000)
  })

  test('a language is read in the script of another without an end or a failure', async () => {
    for (const [base, language] of SENTENCES) {
      for (const [, , sentence] of SENTENCES) {
        const heard = await speak([base, language, sentence.split(' ').slice(0, 2).join(' ')], 100)
        expect(heard.marks).toHaveLength(2)
        expect(durationS(heard)).toBeLessThan(30)
      }
    }
  })

  test('a sink that fails fails its utterance and no other', async () => {
    const before = await speak(spanish(''), 100)
    const utterance = utteranceOf('spa', ['hola', 'a', 'todos'])
    const sink = {
      mark() {},
      audio: () => {
        throw new TypeError('the port is closed')
      },
    }
    await expect(loaded.speak(utterance, voice('es', 100), sink)).rejects.toMatchObject({ code: 'engine.crashed' })
    expect((await speak(spanish(''), 100)).marks).toEqual(before.marks)
  })

  test('a process that loads it keeps its own handlers of failures', () => {
    expect(process.listenerCount('unhandledRejection')).toBe(HANDLERS_BEFORE.rejections)
    expect(process.listenerCount('uncaughtException')).toBe(HANDLERS_BEFORE.exceptions)
  })
})

/** High against low pitch, the rarest left out. */
const spread = (recording: Recording): number => {
  const pitches = pitchesHz(recording).sort((one, other) => one - other)
  return (pitches[Math.floor(pitches.length * 0.9)] ?? 0) / (pitches[Math.floor(pitches.length * 0.1)] ?? 1)
}

const HANDLERS_BEFORE = {
  rejections: process.listenerCount('unhandledRejection'),
  exceptions: process.listenerCount('uncaughtException'),
}

test('a file of the package is read when it is first opened, and is what the package holds', async () => {
  const { default: load } = await import('@echogarden/espeak-ng-emscripten')
  const data = readFileSync(new URL('espeak-ng.data', import.meta.resolve('@echogarden/espeak-ng-emscripten')))
  const whole = await load({ getPreloadedPackage: () => Uint8Array.from(data).buffer })
  using program = await loadEspeak()
  for (const file of ['phontab', 'de_dict', 'ru_dict', 'lang/gmw/de', 'voices/!v/f1']) {
    const read = ({ FS }: EspeakModule) => FS.readFile(`/usr/share/espeak-ng-data/${file}`, { encoding: 'binary' })
    const bytes = Buffer.from(read(program.module))
    expect(bytes.some((byte) => byte !== 0)).toBe(true)
    expect(bytes.equals(read(whole))).toBe(true)
  }
})
