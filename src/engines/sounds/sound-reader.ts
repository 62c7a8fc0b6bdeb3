import type { SpokenLanguage } from '../../core/language.ts'
import type { Utterance } from '../../core/utterance.ts'
import { espeakNameOf } from '../../languages/espeak-names.ts'
import type { WordReader } from '../../languages/language.ts'
import { loadReaderOf } from '../../languages/readers.ts'
import { ArabicReader } from '../espeak/espeak-arabic.ts'
import { EspeakInstance } from '../espeak/espeak-instance.ts'
import { espeakTokens } from '../espeak/espeak-tokens.ts'
import { englishWords } from './english-words.ts'
import { espeakWords, wordsOfTokens } from './espeak-words.ts'
import { japaneseWords } from './japanese-words.ts'
import type { Sound } from './sounds.ts'
import type { SpokenWord } from './spoken-word.ts'

/** Languages whose words have phonemes of the lexicon. */
const LEXICON_WORDS: Readonly<Partial<Record<SpokenLanguage, typeof readEnglish>>> = { eng: readEnglish }
const ESPEAK_ENGLISH = 'en-us'

/** eSpeak's names of accents, and of languages where another than its own is usual. */
const ESPEAK_VOICES: Readonly<Record<string, string>> = {
  por: 'pt-br',
  'por-PT': 'pt',
  'spa-419': 'es-419',
  'spa-MX': 'es-419',
}

/**
 * Reads utterances as sounds: English by the lexicon's phonemes, Japanese and Arabic by our readers, other languages by
 * eSpeak's rules. Loads what a language needs when it is first read. Owned by one thread.
 */
export class SoundReader implements Disposable {
  #espeak: EspeakInstance | undefined
  readonly #readers = new Map<SpokenLanguage, WordReader>()
  #arabic: ArabicReader | undefined

  /** `accent` is a language with an optional region, such as `eng-GB`; it selects a variety of the text's language. */
  async read(utterance: Utterance, accent: string): Promise<readonly SpokenWord[]> {
    const { language } = utterance
    const lexiconWords = LEXICON_WORDS[language]
    if (lexiconWords) return lexiconWords(utterance, accent)
    const reader = this.#readers.get(language) ?? (await this.#loadReader(language))
    if (reader) {
      const words = reader.read(utterance)
      const espeak = words.every(({ kind }) => kind === 'kana') ? undefined : await this.#loadEspeak()
      return japaneseWords(words, (text) => (espeak ? englishSounds(text, espeak) : []))
    }
    if (language === 'ara') return await this.#arabicWords(utterance)
    return espeakWords(utterance, espeakVoiceOf(language, accent), await this.#loadEspeak())
  }

  [Symbol.dispose](): void {
    this.#espeak?.[Symbol.dispose]()
    for (const reader of this.#readers.values()) reader[Symbol.dispose]()
    this.#readers.clear()
    this.#arabic?.[Symbol.dispose]()
    this.#arabic = undefined
  }

  /** With the vowels that are not written. */
  async #arabicWords(utterance: Utterance): Promise<readonly SpokenWord[]> {
    this.#arabic ??= new ArabicReader()
    const phonemes = await this.#arabic.phonemesOf(utterance)
    const tokens = espeakTokens(utterance, (_, segmentIndex) => phonemes[segmentIndex] ?? null)
    return wordsOfTokens(tokens, espeakNameOf('ara'), await this.#loadEspeak())
  }

  async #loadEspeak(): Promise<EspeakInstance> {
    this.#espeak ??= await EspeakInstance.load()
    return this.#espeak
  }

  async #loadReader(language: SpokenLanguage): Promise<WordReader | undefined> {
    const reader = await loadReaderOf(language)
    if (reader) this.#readers.set(language, reader)
    return reader
  }
}

function readEnglish(utterance: Utterance, accent: string): readonly SpokenWord[] {
  return englishWords(utterance, accent === 'eng-GB')
}

const espeakVoiceOf = (language: SpokenLanguage, accent: string): string =>
  (accent.startsWith(language) ? ESPEAK_VOICES[accent] : undefined) ?? ESPEAK_VOICES[language] ?? espeakNameOf(language)

const englishSounds = (text: string, espeak: EspeakInstance): readonly Sound[] =>
  wordsOfTokens([{ text, language: null, shares: [], rate: 1, pitch: 1 }], ESPEAK_ENGLISH, espeak).flatMap(
    ({ sounds }) => sounds,
  )
