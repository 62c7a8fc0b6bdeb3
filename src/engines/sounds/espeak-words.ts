import type { Utterance } from '../../core/utterance.ts'
import type { EspeakInstance } from '../espeak/espeak-instance.ts'
import { givenPhonemesIn } from '../espeak/espeak-phonemes.ts'
import { type EspeakToken, espeakTokens, markUp } from '../espeak/espeak-tokens.ts'
import { espeakSounds } from './espeak-sounds.ts'
import type { Sound } from './sounds.ts'
import { type SpokenWord, strongestMark } from './spoken-word.ts'

/** Its audio is not used, only the phonemes that it names and their places in the text. */
const SETTINGS = { wordsPerMinute: 175, pitch: 50, range: 50 } as const

/** An utterance as eSpeak reads it with a voice such as `pt-br`. Words of which nothing is spoken are left out. */
export const espeakWords = (utterance: Utterance, voice: string, espeak: EspeakInstance): readonly SpokenWord[] =>
  wordsOfTokens(espeakTokens(utterance, givenPhonemesIn(voice)), voice, espeak)

export function wordsOfTokens(
  tokens: readonly EspeakToken[],
  voice: string,
  espeak: EspeakInstance,
): readonly SpokenWord[] {
  if (tokens.length === 0) return []
  const { markup, tokenPositions } = markUp(
    tokens.map((token) => ({ ...token, rate: 1, pitch: 1 })),
    () => SETTINGS.pitch,
  )
  const sounds: Sound[][] = tokens.map(() => [])
  espeak.synthesize(voice, SETTINGS, markup, (_, events) => {
    for (const { type, text_position, id } of events) {
      if (type !== 'phoneme' || typeof id !== 'string') continue
      const at = tokenPositions.findLastIndex((position) => position <= text_position)
      sounds[Math.max(at, 0)]?.push(...espeakSounds(id))
    }
    return true
  })
  return tokens.flatMap(({ shares, rate, pitch, text }, i): readonly SpokenWord[] => {
    const made = sounds[i] ?? []
    if (made.length === 0) return []
    return [{ shares, sounds: made, isLight: false, mark: strongestMark(marksAtEnd(text)), rate, pitch }]
  })
}

const marksAtEnd = (text: string): string => /[^\p{L}\p{N}\p{M}]*$/u.exec(text)?.[0] ?? ''
