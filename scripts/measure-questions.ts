import type { Language } from '../src/core/language.ts'
import type { Speaker } from '../src/engines/aria/mixture.ts'
import { trackPitch } from './fundamental.ts'
import { QUESTION_TEXTS } from './question-texts.ts'
import { semitones } from './timbre-space.ts'
import { createListener } from './voice-listener.ts'

const RATE_HZ = 24_000
/** Women's questions end above what statements reach. */
const HIGHEST_HZ = 640
/** The end of a sentence is the median of its last voiced frames, 60 ms. */
const END_FRAMES = 6
/** The moving average before the tracker, 1 ms, passes what is below 450 Hz: men's harmonics above are noisy where pitch climbs. */
const AVERAGED_SAMPLES = RATE_HZ / 1000
const SECTION = /(<!-- questions -->\n).*(?=<!-- \/questions -->)/s

interface Reading {
  readonly endHz: number
  readonly frames: readonly number[]
}

/** How a speaker asks, at temperature 0. */
export interface Questions {
  readonly speaker: string
  readonly language: string
  /** From the end of a statement to the end of the question in the same words: median, and how many of the questions end higher. */
  readonly riseSemitones: number
  readonly risingCount: number
  readonly questionCount: number
  /** From 0 to 1, of the time that is not silence. */
  readonly voicedShareOfStatements: number
  readonly voicedShareOfQuestions: number
}

/** Speaks the sentences of each speaker's language as statements and as questions. */
export async function measureQuestions(speakers: readonly Speaker[]): Promise<readonly Questions[]> {
  const listen = await createListener()
  const measured: Questions[] = []
  for (const { name, language: accent, pitchMeanHz } of speakers) {
    const language = accent.slice(0, 3) as Language & keyof typeof QUESTION_TEXTS
    const timbre = { formantRatio: 1, pitchMeanHz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
    const voice = { engine: 'aria', base: name, timbre, gainDb: 0 }
    const read = async (text: string): Promise<Reading> =>
      readingOf((await listen(voice, language, text, [RATE_HZ]))[0])
    const statements: Reading[] = []
    const questions: Reading[] = []
    for (const text of QUESTION_TEXTS[language]) {
      const [stop, ask] = language === 'jpn' ? ['。', '？'] : ['.', '?']
      statements.push(await read(text + stop))
      questions.push(await read(text + ask))
    }
    const rises = questions.map(({ endHz }, i) => semitones(endHz / (statements[i] as Reading).endHz))
    measured.push({
      speaker: name,
      language: accent,
      riseSemitones: medianOf(rises),
      risingCount: rises.filter((rise) => rise > 0).length,
      questionCount: rises.length,
      voicedShareOfStatements: voicedShareOf(statements),
      voicedShareOfQuestions: voicedShareOf(questions),
    })
  }
  return measured
}

/** The text of docs/aria.md with the table of questions made anew. Throws an Error where the markers are gone. */
export function withQuestionSection(page: string, measured: readonly Questions[]): string {
  if (!SECTION.test(page)) throw new Error('docs/aria.md has no <!-- questions --> section')
  const percent = (share: number): string => (100 * share).toFixed(0)
  const lines = [
    '| Speaker | Language | rise, semitones | questions that rise | voiced %, questions | voiced %, statements |',
    '| --- | --- | --: | --: | --: | --: |',
    ...measured.map((one) =>
      [
        `| ${one.speaker} | ${one.language} | ${one.riseSemitones.toFixed(1)} | ${one.risingCount} of ${one.questionCount}`,
        `${percent(one.voicedShareOfQuestions)} | ${percent(one.voicedShareOfStatements)} |`,
      ].join(' | '),
    ),
  ]
  return page.replace(SECTION, (_, start: string) => `${start}\n${lines.join('\n')}\n\n`)
}

function readingOf(samples: Float32Array): Reading {
  const frames = trackPitch(averaged(averaged(samples)), RATE_HZ, HIGHEST_HZ)
  return { endHz: medianOf(frames.filter((hz) => hz > 0).slice(-END_FRAMES)), frames }
}

function averaged(samples: Float32Array): Float32Array {
  let sum = 0
  return samples.map((sample, i) => {
    sum += sample - (samples[i - AVERAGED_SAMPLES] ?? 0)
    return sum / AVERAGED_SAMPLES
  })
}

function voicedShareOf(readings: readonly Reading[]): number {
  const frames = readings.flatMap((reading) => reading.frames)
  return frames.filter((hz) => hz > 0).length / frames.length
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] as number) + (sorted[sorted.length >> 1] as number)) / 2
}
