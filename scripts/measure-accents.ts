/**
 * Measures how British differ from American speakers of aria, in the phones that the front end gives them and in their sound, and
 * writes both into docs/measurements/voice.md.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { plainWord, type Utterance } from '../src/core/utterance.ts'
import { predictFrames } from '../src/engines/aria/acoustic-model.ts'
import { HOP, SAMPLE_RATE_HZ } from '../src/engines/aria/frame-sizes.ts'
import { LoadedAria } from '../src/engines/aria/loaded-aria.ts'
import { mixtureOf } from '../src/engines/aria/mixture.ts'
import { phrasesOf } from '../src/engines/aria/phrases.ts'
import { openVoiceFolder } from '../src/engines/aria/voice-folder.ts'
import { exactProducts } from '../src/engines/exact-products.ts'
import { openNetwork } from '../src/engines/onnx-network.ts'
import { SoundReader } from '../src/engines/sounds/sound-reader.ts'
import { openLexicon } from '../src/lexicon/open-lexicon.ts'
import { createPronouncer } from '../src/lexicon/pronounce-utterance.ts'
import { phoneTable } from './accent-phones.ts'
import { type Gender, loadFormants, medianOf, quantileOf } from './formants.ts'

const PAGE = fileURLToPath(new URL('../docs/measurements/voice.md', import.meta.url))
const SECTION = /(<!-- accents -->\n).*(?=<!-- \/accents -->)/s

const SPEAKERS: Readonly<Record<'American' | 'British', Readonly<Record<Gender, readonly string[]>>>> = {
  American: { Female: ['kathleen', 'af_heart', 'af_bella'], Male: ['am_michael', 'am_fenrir', 'am_onyx'] },
  British: { Female: ['bf_emma', 'bf_isabella'], Male: ['bm_george', 'bm_daniel'] },
}
const ACCENTS = ['American', 'British'] as const
const GENDERS = ['Female', 'Male'] as const

/** The part of a word that is measured: from 0, the start of its stressed vowel, to 1, the end of that vowel or of the word. */
interface Part {
  readonly to: 'vowel' | 'word'
  readonly from: number
  readonly until: number
}
const MIDDLE: Part = { to: 'vowel', from: 0.4, until: 0.6 }
const ONSET: Part = { to: 'vowel', from: 0.1, until: 0.3 }
const RHYME_END: Part = { to: 'word', from: 0.5, until: 0.9 }

const SETS = {
  r: {
    words: 'car star far jar bar door four more store shore stir fur sir purr near beer hair chair',
    part: RHYME_END,
  },
  bath: { words: 'bath path half laugh calf staff pass grass class glass fast last ask task mask', part: MIDDLE },
  trap: { words: 'cat hat back map cap sack tap gas mass tax bad sad lad fact pack', part: MIDDLE },
  palm: { words: 'father palm spa calm psalm', part: MIDDLE },
  lot: { words: 'lot hot pot stop shop dot top box god job odd cop body copy spot', part: MIDDLE },
  goat: { words: 'goat boat coat toe go show soap hope both code joke coast boast ghost vote', part: ONSET },
} as const satisfies Readonly<Record<string, { words: string; part: Part }>>
type SetName = keyof typeof SETS

/** F1 to F3 in Hz of each word of a set. */
type Heard = Readonly<Record<SetName, readonly (readonly number[])[]>>

const folder = openVoiceFolder(new URL('../voices/aria/', import.meta.url))
const networks = {
  acoustic: await openNetwork(folder.acoustic, await exactProducts()),
  voicing: await openNetwork(folder.voicing, await exactProducts()),
  vocoder: await openNetwork(folder.vocoder, await exactProducts()),
}
using aria = new LoadedAria(folder.manifest, networks)
using reader = new SoundReader()
const pronounce = createPronouncer(openLexicon())
const measureFormants = await loadFormants(SAMPLE_RATE_HZ)

/** In a sentence, so that no word is the last one. No vowel follows the word, which would link an r. */
function sentenceWith(word: string): Utterance {
  const segments = ['now', 'say', word, 'for', 'me'].map(plainWord)
  return pronounce({ language: 'eng', segments: [...segments, { kind: 'punctuation', mark: '.' }], pauseAfterMs: 0 })
}
const WORD_INDEX = 2

async function hear(base: string, gender: Gender, word: string, part: Part): Promise<readonly number[]> {
  const mixture = mixtureOf(base, folder.manifest.speakers)
  const { pitchMeanHz, language } = mixture
  const timbre = { formantRatio: 1, pitchMeanHz, pitchRangeRatio: 1, rateRatio: 1, brightnessDb: 0 }
  const utterance = sentenceWith(word)
  const chunks: number[] = []
  await aria.speak(
    utterance,
    { engine: 'aria', base, timbre },
    { mark() {}, audio: (chunk) => chunks.push(...chunk) > 0 },
  )
  // The same durations again: marks are those of words only.
  const [phrase] = phrasesOf(await reader.read(utterance, language), utterance)
  const place = phrase?.words.find(({ segmentIndex }) => segmentIndex === WORD_INDEX)
  if (phrase === undefined || place === undefined) throw new Error(`${word} is not spoken`)
  const { manifest } = folder
  const { rowStarts } = await predictFrames(phrase, { timbre, variation: undefined, mixture, language }, networks, {
    symbolIds: new Map(manifest.symbols.map((symbol, id) => [symbol, id])),
    languages: manifest.languages,
    voicingFramesBefore: manifest.voicing.framesBefore,
    voicingFramesAfter: manifest.voicing.framesAfter,
  })
  const vowel = phrase.rows.findIndex(({ stress }, i) => i >= place.firstRow && stress > 1)
  const sampleAt = (row: number): number => ((rowStarts[row] as number) - 0.5) * HOP
  const start = sampleAt(vowel)
  const length = sampleAt(part.to === 'vowel' ? vowel + 1 : place.endRow) - start
  return measureFormants(Float32Array.from(chunks), start + part.from * length, start + part.until * length, gender)
}

async function hearSets(speakers: readonly string[], gender: Gender): Promise<Heard> {
  const heard: Record<string, (readonly number[])[]> = {}
  for (const [name, { words, part }] of Object.entries(SETS)) {
    heard[name] = []
    for (const base of speakers) {
      for (const word of words.split(' ')) heard[name].push(await hear(base, gender, word, part))
    }
  }
  return heard as unknown as Heard
}

/** What is compared, with means of people: Hillenbrand et al. 1995 for American, Deterding 1997 for British. */
interface Row {
  readonly name: string
  readonly set: SetName
  readonly formant: 1 | 2 | 3
  /** Subtracted: the median of this set of the same accent and gender. */
  readonly minus?: SetName
  readonly people: Readonly<Record<Gender, Readonly<Record<(typeof ACCENTS)[number], number>>>>
}
const means = (women: readonly [number, number], men: readonly [number, number]): Row['people'] => ({
  Female: { American: women[0], British: women[1] },
  Male: { American: men[0], British: men[1] },
})
const ROWS: readonly Row[] = [
  { name: 'F3 at the end of *car*, *door*, *stir*', set: 'r', formant: 3, people: means([1929, 2839], [1710, 2488]) },
  { name: 'F2 of *bath* above *trap*', set: 'bath', formant: 2, minus: 'trap', people: means([0, -483], [0, -395]) },
  { name: 'F2 of *bath* above *palm*', set: 'bath', formant: 2, minus: 'palm', people: means([798, 0], [619, 0]) },
  { name: 'F1 of *lot*', set: 'lot', formant: 1, people: means([936, 751], [768, 558]) },
  { name: 'F2 of *lot*', set: 'lot', formant: 2, people: means([1551, 1215], [1333, 1047]) },
  { name: 'F2 at the start of *goat*', set: 'goat', formant: 2, people: means([1035, 1695], [910, 1436]) },
]

async function soundTable(): Promise<string> {
  const lines = [
    '| Hz | | American speakers | British speakers | American people | British people |',
    '| --- | --- | --: | --: | --: | --: |',
  ]
  const heard: Partial<Record<string, Heard>> = {}
  for (const accent of ACCENTS) {
    for (const gender of GENDERS) heard[accent + gender] = await hearSets(SPEAKERS[accent][gender], gender)
  }
  for (const { name, set, formant, minus, people } of ROWS) {
    for (const gender of GENDERS) {
      const cells = ACCENTS.map((accent) => {
        const valuesOf = (of: SetName) => (heard[accent + gender] as Heard)[of].map((one) => one[formant - 1] as number)
        const base = minus === undefined ? 0 : medianOf(valuesOf(minus))
        const [median, low, high] = [0.5, 0.25, 0.75].map((share) =>
          (quantileOf(valuesOf(set), share) - base).toFixed(0),
        )
        return `${median} (${low} to ${high})`
      })
      const expected = ACCENTS.map((accent) => people[gender][accent])
      lines.push(`| ${name} | ${gender === 'Female' ? 'women' : 'men'} | ${[...cells, ...expected].join(' | ')} |`)
    }
  }
  return lines.join('\n')
}

const page = readFileSync(PAGE, 'utf8')
if (!SECTION.test(page)) throw new Error('docs/measurements/voice.md has no <!-- accents --> section')
const tables = `${phoneTable()}\n\n${await soundTable()}`
writeFileSync(
  PAGE,
  page.replace(SECTION, (_, start: string) => `${start}\n${tables}\n\n`),
)
