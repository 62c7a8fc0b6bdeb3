import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, LoadedEngine } from '../../src/core/engine.ts'
import type { Language } from '../../src/core/language.ts'
import type { Utterance } from '../../src/core/utterance.ts'
import type { EngineVoice, Timbre } from '../../src/core/voice.ts'
import { durationS, fingerprint, medianPitchHz, record, silenceAtEndsS, utteranceOf } from './speech-recording.ts'

export const GARBAGE_WORDS: readonly [name: string, spoken: string][] = [
  ['emoji', '👩‍👩‍👧‍👦🎉'],
  ['a lone surrogate', 'a\ud800b'],
  ['control characters', '\u0000\u0007\u001b[2J\u007f'],
  ['nothing but spaces', ' \t\u00a0\u200b'],
  ['the empty word', ''],
  ['markup', '<prosody rate="0"></speak>&amp;&#0;"'],
  ['combining marks', `z${'\u0334\u0489'.repeat(50)}`],
  ['another script', 'Привет漢字שלום'],
  ['a private use character', '\ue000\u{10ffff}'],
  ['a word of 5,000 letters', 'x'.repeat(5000)],
  ['5,000 digits', '7'.repeat(5000)],
]

/**
 * The contract of all engines. `words` is a sentence of at least five plain words of `language`, without punctuation.
 * `hasOwnPitch`: the speakers of the engine keep their own pitch, whatever the timbre asks for. `takesTurns`: it awaits
 * `nextTurn`.
 */
export function describeEngine(
  engine: Engine,
  voice: EngineVoice,
  language: Language,
  words: readonly string[],
  { hasOwnPitch = false, takesTurns = false }: { readonly hasOwnPitch?: boolean; readonly takesTurns?: boolean } = {},
): void {
  describe(`${engine.name} speaking ${language} with ${voice.base}`, () => {
    const sentence = utteranceOf(language, words)
    let loaded: LoadedEngine
    beforeAll(async () => {
      loaded = await engine.load()
    })
    afterAll(() => loaded[Symbol.dispose]())

    const speak = (utterance: Utterance, timbre: Partial<Timbre> = {}) =>
      record(loaded, utterance, { ...voice, timbre: { ...voice.timbre, ...timbre } })

    describe('what it hands over', () => {
      test('every word has one mark, in order, inside the audio and before the audio it points into', async () => {
        const { marks, samples, sampleRateHz } = await speak(sentence)
        expect(marks.map((mark) => mark.segmentIndex)).toEqual(words.map((_, index) => index))
        for (const { startSample, endSample } of marks) {
          expect(endSample - startSample).toBeGreaterThan(0.01 * sampleRateHz)
        }
        expect(marks[0]?.startSample).toBeLessThan(0.1 * sampleRateHz)
        expect(samples.length - (marks.at(-1)?.endSample ?? 0)).toBeLessThan(0.2 * sampleRateHz)
      })

      test('punctuation is not marked and does not shift the marks of words', async () => {
        const [first = '', second = '', third = '', ...rest] = words
        const { marks } = await speak(utteranceOf(language, [first, second, ',', third, ...rest, '?']))
        expect(marks.map((mark) => mark.segmentIndex)).toEqual([0, 1, ...words.slice(2).map((_, index) => index + 3)])
      })

      test('its own silence is at most 40 ms at either end', async () => {
        for (const tokens of [words, [...words, '.'], [...words, '?'], [',', ...words, '!']]) {
          const silence = silenceAtEndsS(await speak(utteranceOf(language, tokens)))
          expect(silence.lead).toBeLessThan(0.04)
          expect(silence.trail).toBeLessThan(0.04)
        }
      })

      test('nothing to say gives neither marks nor audio', async () => {
        for (const tokens of [[], ['.'], [',', '…', '?']]) {
          const { marks, samples } = await speak(utteranceOf(language, tokens))
          expect(marks).toEqual([])
          expect(samples.length).toBe(0)
        }
      })

      test('the same utterance and voice give the same samples, whatever was spoken between', async () => {
        const before = await speak(sentence)
        await speak(utteranceOf(language, [...words.slice(2), '?'], { rate: 1.3, pitch: 1.2 }), { pitchRangeRatio: 2 })
        const after = await speak(sentence)
        expect(after.marks).toEqual(before.marks)
        expect(fingerprint(after)).toBe(fingerprint(before))
      })
    })

    describe('what it can be asked for', () => {
      test('the rate of the voice acts on the duration', async () => {
        const plain = durationS(await speak(sentence))
        expect(plain / durationS(await speak(sentence, { rateRatio: voice.timbre.rateRatio * 1.5 }))).toBeGreaterThan(
          1.25,
        )
        expect(durationS(await speak(sentence, { rateRatio: voice.timbre.rateRatio / 1.5 })) / plain).toBeGreaterThan(
          1.25,
        )
      })

      test(`the pitch mean of the voice ${hasOwnPitch ? 'does not act' : 'acts'} on the pitch`, async () => {
        const plain = medianPitchHz(await speak(sentence))
        if (hasOwnPitch) {
          expect(medianPitchHz(await speak(sentence, { pitchMeanHz: voice.timbre.pitchMeanHz * 1.25 }))).toBe(plain)
          return
        }
        expect(plain / voice.timbre.pitchMeanHz).toBeGreaterThan(0.8)
        expect(plain / voice.timbre.pitchMeanHz).toBeLessThan(1.2)
        const raised = medianPitchHz(await speak(sentence, { pitchMeanHz: voice.timbre.pitchMeanHz * 1.25 }))
        expect(raised / plain).toBeGreaterThan(1.13)
        expect(raised / plain).toBeLessThan(1.4)
      })

      test('a slow word takes longer than the same word among its neighbours', async () => {
        const slowed = utteranceOf(language, words)
        const segments = slowed.segments.map((segment, index) =>
          segment.kind === 'word' && index === 2 ? { ...segment, rate: 0.5 } : segment,
        )
        const lengths = async (utterance: Utterance) =>
          (await speak(utterance)).marks.map((mark) => mark.endSample - mark.startSample)
        const plain = await lengths(sentence)
        const changed = await lengths({ ...slowed, segments })
        expect((changed[2] ?? 0) / (plain[2] ?? 1)).toBeGreaterThan(1.35)
        expect((changed[0] ?? 0) / (plain[0] ?? 1)).toBeLessThan(1.3)
      })

      test('words of a higher pitch are spoken higher', async () => {
        const plain = medianPitchHz(await speak(sentence))
        expect(medianPitchHz(await speak(utteranceOf(language, words, { pitch: 1.25 }))) / plain).toBeGreaterThan(1.1)
      })
    })

    describe('when it is interrupted', () => {
      test('a sink that wants no more is handed nothing after it has said so', async () => {
        let calls = 0
        let marksAfter = 0
        await loaded.speak(sentence, voice, {
          mark: () => {
            if (calls > 0) marksAfter++
          },
          audio: () => {
            calls++
            return false
          },
        })
        expect(calls).toBe(1)
        expect(marksAfter).toBe(0)
      })

      test('after an interruption at any chunk the next utterance is whole and the same as ever', async () => {
        const whole = await speak(sentence)
        for (const wanted of [1, 2, 5, 9]) {
          let left = wanted
          await loaded.speak(sentence, voice, { mark() {}, audio: () => --left > 0 })
          expect(fingerprint(await speak(sentence))).toBe(fingerprint(whole))
        }
      })
    })

    test.runIf(takesTurns)(
      'utterances that take turns sound as each alone, whenever the second one begins',
      async () => {
        const other = utteranceOf(language, [...words.slice(2), '?'])
        const [alone, otherAlone] = [await speak(sentence), await speak(other)]
        for (let begun = 0; begun < 12; begun++) {
          const first = record(loaded, sentence, voice, nextEventLoopTurn)
          for (let turn = 0; turn < begun; turn++) await nextEventLoopTurn()
          const heard = await Promise.all([first, record(loaded, other, voice, nextEventLoopTurn)])
          expect(heard.map(fingerprint)).toEqual([alone, otherAlone].map(fingerprint))
        }
      },
    )

    describe('what it is given by mistake', () => {
      test('a base voice that it lacks is refused, and the next utterance is spoken', async () => {
        for (const base of ['no-such-voice', '', '../etc/passwd', `${voice.base}+no-such-variant`]) {
          const absent = { ...voice, base }
          expect(() => loaded.sampleRateHz(absent)).toThrow(expect.objectContaining({ code: 'voice.unusable' }))
          await expect((async () => loaded.speak(sentence, absent, deafSink))()).rejects.toMatchObject({
            code: 'voice.unusable',
          })
        }
        expect((await speak(sentence)).samples.length).toBeGreaterThan(0)
      })

      test.each(GARBAGE_WORDS)('%s between words is bounded and costs no other word its mark', async (_, spoken) => {
        const [first = '', second = ''] = words
        const heard = await speak(utteranceOf(language, [first, spoken, second]))
        expect(durationS(heard)).toBeLessThan(60)
        const marked = heard.marks.map((mark) => mark.segmentIndex)
        expect(marked).toContain(0)
        expect(marked).toContain(2)
      })

      test.each(GARBAGE_WORDS)('%s alone is bounded', async (_, spoken) => {
        expect(durationS(await speak(utteranceOf(language, [spoken])))).toBeLessThan(60)
      })
    })

    test('another instance, loaded meanwhile and disposed of, speaks alike', async () => {
      const heard = await speak(sentence)
      const other = await engine.load()
      expect(fingerprint(await record(other, sentence, voice))).toBe(fingerprint(heard))
      other[Symbol.dispose]()
      expect(fingerprint(await speak(sentence))).toBe(fingerprint(heard))
    })
  })
}

const deafSink = { mark() {}, audio: () => true }
