import type { Sound } from '../../sounds/sounds.ts'

/** Our sounds that eSpeak writes otherwise. */
const ESPEAK_IPA: Readonly<Record<string, string>> = {
  A: 'eɪ',
  I: 'aɪ',
  O: 'oʊ',
  Q: 'əʊ',
  W: 'aʊ',
  Y: 'ɔɪ',
  T: 'ɾ',
  ʧ: 'tʃ',
  ʤ: 'dʒ',
  ʦ: 'ts',
  ʣ: 'dz',
  ʨ: 'tɕ',
  ʥ: 'dʑ',
}
/** American vowels that eSpeak writes long. The lexicon's sounds have no length. */
const LONG_IN_AMERICAN: Readonly<Record<string, string>> = { ɑ: 'ɑː', ɔ: 'ɔː', u: 'uː' }

/** A sound as eSpeak writes it, which the models of Piper and Kitten were trained on. A light word has no stress. */
export function espeakIpa(
  sound: Sound,
  { accent, isLight }: { readonly accent: string; readonly isLight: boolean },
): string {
  const stress = /^[ˈˌ]/u.exec(sound)?.[0] ?? ''
  const [letter = '', ...modifiers] = [...sound.slice(stress.length)]
  return (isLight ? '' : stress) + (accent === 'eng-US' ? american(letter, stress) : plain(letter)) + modifiers.join('')
}

const plain = (letter: string): string => ESPEAK_IPA[letter] ?? letter

function american(letter: string, stress: string): string {
  // eSpeak: `ɜː` in `nurse`, `ɚ` in `water`; `iː` under stress, `i` at the end of `happy`.
  if (letter === 'ɚ') return stress === '' ? 'ɚ' : 'ɜː'
  if (letter === 'i') return stress === '' ? 'i' : 'iː'
  return LONG_IN_AMERICAN[letter] ?? plain(letter)
}
