/** OpenAI's voices, each spoken by a voice of the catalogue of the same gender and a similar character. */
export const OPENAI_VOICES: Readonly<Record<string, string>> = {
  alloy: 'andromeda',
  ash: 'masonry',
  ballad: 'albion',
  cedar: 'cupola',
  coral: 'berklee',
  echo: 'atrium',
  fable: 'fuzz',
  marin: 'luna',
  nova: 'estelle',
  onyx: 'orion',
  sage: 'lyra',
  shimmer: 'celeste',
  verse: 'arcade',
}

/** Voice of requests that name none. */
export const DEFAULT_VOICE = 'alloy'

/** The catalogue's name of a voice, in any case; other names are returned as they are. */
export function speakerOfVoice(voice: string): string {
  const name = voice.toLowerCase()
  return Object.hasOwn(OPENAI_VOICES, name) ? (OPENAI_VOICES[name] as string) : voice
}
