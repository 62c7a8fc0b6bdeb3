import type { Lexicon } from '../core/lexicon.ts'
import type { Segment, Utterance } from '../core/utterance.ts'
import { chooseReadings } from './homographs.ts'

/**
 * Words that sound by their place in a sentence: `the` before a vowel, `to` without stress. Engines know how, and a
 * dictionary, which has each word as it is said alone, does not.
 */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a an the this that these those some any no each every all both either neither
  i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
  who whom whose which what when where why how there here
  am is are was were be been being do does did have has had having
  can could shall should will would may might must ought
  not and or nor but so yet if than then as because though while until unless since
  of to in on at by for from with into onto out up off over under about through
  i'm i'd i'll i've you're you'd you'll you've he's he'd he'll she's she'd she'll it's it'd it'll
  we're we'd we'll we've they're they'd they'll they've that's there's`.split(/\s+/),
)

/** Numbers and signs are the engine's where the text was not normalized. */
const READABLE = /^[^\d$%&+@#=]*\p{L}[^\d$%&+@#=]*$/u

/**
 * Gives each word of an English utterance its pronunciation: the one that it has already, else one by its neighbours
 * where it has several, else the usual one. Function words stay the engine's, and so do other languages.
 */
export const createPronouncer = (lexicon: Pick<Lexicon, 'pronounce'>): ((utterance: Utterance) => Utterance) => {
  const phonemesOf = (spoken: string): readonly string[] | null =>
    FUNCTION_WORDS.has(spoken) || FUNCTION_WORDS.has(spoken.toLowerCase()) || !READABLE.test(spoken)
      ? null
      : lexicon.pronounce(spoken)[0].phonemes

  const pronounced = (segment: Segment, chosen: readonly string[] | null | undefined): Segment =>
    segment.kind === 'punctuation' || segment.phonemes !== null
      ? segment
      : { ...segment, phonemes: chosen ?? phonemesOf(segment.spoken) }

  return (utterance) => {
    if (utterance.language !== 'eng') return utterance
    const chosen = chooseReadings(utterance.segments)
    return { ...utterance, segments: utterance.segments.map((segment, i) => pronounced(segment, chosen[i])) }
  }
}
