import { fileURLToPath } from 'node:url'
import type { Utterance } from '../../core/utterance.ts'
import { ArabicReading } from '../../languages/arabic-reading.ts'
import { type Numbers, type OnnxSession, requireRuntime } from '../onnx-runtime.ts'

const NETWORK = new URL('../../../lexicon/arabic-marks.onnx', import.meta.url)
/** Lengths differ between runs, so memory patterns do not repeat. */
const OPTIONS = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableMemPattern: false,
  enableCpuMemArena: false,
}

/** eSpeak's names; emphatic consonants darken the vowel after them. */
const CONSONANTS: Readonly<Record<string, string>> = {
  ء: '?',
  ب: 'b',
  ت: 't',
  ث: 'T',
  ج: 'dZ',
  ح: 'H',
  خ: 'X',
  د: 'd',
  ذ: 'D',
  ر: 'R',
  ز: 'z',
  س: 's',
  ش: 'S',
  ص: 's[',
  ض: 'dH',
  ط: 't[',
  ظ: 'Z',
  ع: 'A',
  غ: 'Q',
  ف: 'f',
  ق: 'q',
  ك: 'k',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  و: 'w',
  ي: 'j',
}
const EMPHATIC = 'صضطظ'

/** Reads Arabic for eSpeak. Owned by one thread. */
export class ArabicReader implements Disposable {
  #network: Promise<OnnxSession | null> | undefined
  readonly reading = new ArabicReading(async (characters, known) => {
    // At the first word that needs it: a thread that speaks no Arabic saves its memory.
    this.#network ??= openNetwork()
    const network = await this.#network
    return network && scoresOf(network, characters, known)
  })

  /** The sounds of the words of an utterance as eSpeak takes them, by segment; undefined where it is to read the spelling. */
  async phonemesOf(utterance: Utterance): Promise<(string | undefined)[]> {
    const words = await this.reading.soundsOf(utterance)
    return words.map((sounds) => (sounds ? espeakSounds(sounds) : undefined))
  }

  [Symbol.dispose](): void {
    void this.#network?.then((network) => network?.release())
  }
}

type Sounds = NonNullable<Awaited<ReturnType<ArabicReading['soundsOf']>>[number]>

/** Null without onnxruntime-node: only listed words and words with all their marks are read by their sounds then. */
async function openNetwork(): Promise<OnnxSession | null> {
  try {
    return await requireRuntime().InferenceSession.create(fileURLToPath(NETWORK), OPTIONS)
  } catch {
    return null
  }
}

async function scoresOf(
  network: OnnxSession,
  characters: readonly number[],
  known: readonly number[],
): Promise<Float32Array> {
  const { Tensor } = requireRuntime()
  const tensorOf = (numbers: readonly number[], dims: readonly number[]): Numbers =>
    new Tensor('int64', BigInt64Array.from(numbers, BigInt), dims)
  const { scores } = await network.run({
    char_inputs: tensorOf(characters, [1, characters.length]),
    diac_inputs: tensorOf(known, [1, known.length]),
    input_lengths: tensorOf([characters.length], [1]),
  })
  if (!(scores?.data instanceof Float32Array)) throw new TypeError('the network of Arabic marks gave no scores')
  return scores.data
}

/** Bars keep neighbours apart. */
function espeakSounds(sounds: Sounds): string {
  const names = sounds.map(({ name, isVowel, isLong, isStressed }, i) => {
    if (!isVowel) return CONSONANTS[name] ?? ''
    const isDark = EMPHATIC.includes(sounds[i - 1]?.name ?? '_')
    return `${isStressed ? "'" : ''}${name}${isDark ? '.' : ''}${isLong ? ':' : ''}`
  })
  return `[[${names.join('|')}]]`
}
