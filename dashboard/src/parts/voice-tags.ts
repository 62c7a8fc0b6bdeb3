import type { Voice } from '../api/types.ts'

/** What a voice is like, in a word or two. */
export interface VoiceTag {
  readonly kind: 'accent' | 'style' | 'use' | 'sound'
  readonly text: string
  /** What the word says. */
  readonly meaning: string
}

/** Spellings of the catalogue, which has several for one accent. */
const ACCENTS: Readonly<Record<string, string>> = {
  Standard: '',
  US: 'American',
  India: 'Indian',
  California: 'Californian',
  Equadorian: 'Ecuadorian',
  White: '',
}

const USES: Readonly<Record<string, string>> = { Any: '', General: '', Convo: 'conversational' }

/** The share of voices that counts as deep, high, bright or warm. */
const EDGE = 0.25
/** In fewer, nothing is usual. */
const MIN_PEERS = 8

interface Edges {
  readonly pitchHz: readonly [low: number, high: number]
  readonly brightnessDb: readonly [dark: number, bright: number]
}

type Tags = ReadonlyMap<Voice, readonly VoiceTag[]>
const KNOWN = new WeakMap<readonly Voice[], Tags>()

/** Tags by voice: those of the catalogue, and those of the sound, by its pitch and brightness among voices of the same gender. */
export function tagsIn(voices: readonly Voice[]): Tags {
  const known = KNOWN.get(voices)
  if (known) return known
  const genders = [...new Set(voices.map(({ gender }) => gender))]
  const edges = new Map(genders.map((each) => [each, edgesOf(voices.filter(({ gender }) => gender === each))]))
  const tags = new Map(voices.map((voice) => [voice, [...saidOf(voice), ...soundOf(voice, edges.get(voice.gender))]]))
  KNOWN.set(voices, tags)
  return tags
}

function saidOf({ dialect, styles, genre }: Voice): VoiceTag[] {
  const accent = ACCENTS[dialect] ?? dialect
  const plain = [...new Set(styles.map((style) => style.replace(/^more /, '')))]
  const uses = [...new Set(genre.map((use) => USES[use] ?? use.toLowerCase()))]
  return [
    ...(accent === '' ? [] : [tag('accent', accent, `${accent} accent`)]),
    ...plain.map((style) => tag('style', style, `sounds ${style}`)),
    ...uses.filter((use) => use !== '').map((use) => tag('use', use, `made for ${use}`)),
  ]
}

function soundOf({ gender, pitchHz, timbre: { brightnessDb } }: Voice, edges: Edges | undefined): VoiceTag[] {
  if (edges === undefined) return []
  const than = `than most ${gender.toLowerCase()} voices here`
  const [low, high] = edges.pitchHz
  const [dark, bright] = edges.brightnessDb
  return [
    ...(pitchHz < low ? [tag('sound', 'deep', `${pitchHz} Hz, lower ${than}`)] : []),
    ...(pitchHz > high ? [tag('sound', 'high', `${pitchHz} Hz, higher ${than}`)] : []),
    ...(brightnessDb < dark ? [tag('sound', 'warm', `less treble ${than}`)] : []),
    ...(brightnessDb > bright ? [tag('sound', 'bright', `more treble ${than}`)] : []),
  ]
}

const tag = (kind: VoiceTag['kind'], text: string, meaning: string): VoiceTag => ({ kind, text, meaning })

function edgesOf(voices: readonly Voice[]): Edges | undefined {
  if (voices.length < MIN_PEERS) return undefined
  const edge = (values: readonly number[]): [number, number] => {
    const sorted = values.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
    return [at(EDGE), at(1 - EDGE)]
  }
  return {
    pitchHz: edge(voices.map(({ pitchHz }) => pitchHz)),
    brightnessDb: edge(voices.map(({ timbre }) => timbre.brightnessDb)),
  }
}

/** Differences that are as easy to hear as each other. */
const SEMITONES = 2
const FORMANTS = 0.04
const BRIGHTNESS_DB = 2

/** How different two voices sound, by pitch, size and brightness; 0 for the same. */
function distanceOf(one: Voice, other: Voice): number {
  const pitch = (12 * Math.log2(one.pitchHz / other.pitchHz)) / SEMITONES
  const size = Math.log(one.timbre.formantRatio / other.timbre.formantRatio) / FORMANTS
  const brightness = (one.timbre.brightnessDb - other.timbre.brightnessDb) / BRIGHTNESS_DB
  return Math.hypot(pitch, size, brightness)
}

const MAX_NEIGHBOURS = 12

/** The voices that sound most like one, the most similar first. They have its model, language and gender. */
export const neighboursOf = (voice: Voice, voices: readonly Voice[]): readonly Voice[] =>
  voices
    .filter(
      ({ speaker, model, language, gender }) =>
        speaker !== voice.speaker && model === voice.model && language === voice.language && gender === voice.gender,
    )
    .sort((one, other) => distanceOf(voice, one) - distanceOf(voice, other))
    .slice(0, MAX_NEIGHBOURS)
