import type { EspeakEvent, EspeakModule, EspeakWorker } from '@echogarden/espeak-ng-emscripten'
import { SpeechError } from '../../core/errors.ts'
import { type EspeakProgram, loadEspeak } from './espeak-files.ts'
import { DEFAULT_VOICE_PITCH, type PitchSettings, type VoicePitch, voicePitchOf } from './voice-pitch.ts'

export interface EspeakSettings extends PitchSettings {
  readonly wordsPerMinute: number
}

const VARIANTS = '/usr/share/espeak-ng-data/voices/!v'
const BASE_FORM = /^(?<language>[a-z]{2,3}(?:-[a-z0-9]+)*)(?:\+(?<variant>[a-z0-9]+))?$/i
const MAX_TEXT_BYTES = 1 << 16
const MAX_MEMORIES = 16
const PAGE_BYTES = 4096

/** What a voice has changed of the fresh memory. */
interface Page {
  readonly address: number
  readonly bytes: Uint8Array
}

/**
 * One eSpeak in memory. Each utterance starts from the same memory image of its voice, because eSpeak carries noise,
 * phase and flutter from one utterance into the next.
 */
export class EspeakInstance implements Disposable {
  readonly #program: EspeakProgram
  readonly #module: EspeakModule
  readonly #worker: EspeakWorker
  readonly #freshMemory: Uint8Array
  readonly #pagesByBase = new Map<string, readonly Page[]>()
  readonly #pitchByBase = new Map<string, VoicePitch>()

  private constructor(program: EspeakProgram) {
    const { module } = program
    this.#program = program
    this.#module = module
    this.#worker = withClockStopped(() => new module.eSpeakNGWorker())
    reserveTextBuffer(this.#worker)
    this.#freshMemory = this.#usedMemory().slice()
  }

  static async load(): Promise<EspeakInstance> {
    return new EspeakInstance(await loadEspeak())
  }

  [Symbol.dispose](): void {
    this.#program[Symbol.dispose]()
  }

  /** The pitch that a voice such as `es-419+f3` is made for. Throws `voice.unusable`. */
  pitchOf(base: string): VoicePitch {
    const known = this.#pitchByBase.get(base)
    if (known) return known
    this.#selectVoice(base)
    const { variant } = BASE_FORM.exec(base)?.groups ?? {}
    // No language file of the eSpeak voices sets a pitch; the variants do.
    const pitch = variant ? voicePitchOf(this.#variantFile(variant)) : DEFAULT_VOICE_PITCH
    this.#pitchByBase.set(base, pitch)
    return pitch
  }

  /** Hands over samples at 22,050 Hz with what happens in them until all is spoken or `onSound` answers false. */
  synthesize(
    base: string,
    settings: EspeakSettings,
    markup: string,
    onSound: (samples: Int16Array, events: readonly EspeakEvent[]) => boolean,
  ): void {
    if (Buffer.byteLength(markup) >= MAX_TEXT_BYTES) throw new RangeError('the text of one utterance is too long')
    this.#selectVoice(base)
    this.#worker.set_rate(settings.wordsPerMinute)
    this.#worker.set_pitch(settings.pitch)
    this.#worker.set_range(settings.range)
    let failure: { error: unknown } | undefined
    this.#worker.synthesize(markup, (samples, events) => {
      try {
        return !onSound(samples, events)
      } catch (error) {
        // Thrown through eSpeak's frames it would leave them half done.
        failure = { error }
        return true
      }
    })
    if (failure) throw failure.error
  }

  #selectVoice(base: string): void {
    const known = this.#pagesByBase.get(base)
    this.#module.HEAPU8.set(this.#freshMemory)
    if (known) {
      for (const { address, bytes } of known) this.#module.HEAPU8.set(bytes, address)
      this.#remember(base, known)
      return
    }
    const { variant } = BASE_FORM.exec(base)?.groups ?? {}
    const isKnown = BASE_FORM.test(base) && (!variant || this.#module.FS.analyzePath(`${VARIANTS}/${variant}`).exists)
    if (!isKnown || this.#worker.set_voice(base) !== 0) {
      throw new SpeechError('voice.unusable', `eSpeak has no voice ${base}`)
    }
    this.#remember(base, this.#changedPages())
  }

  /** Keeps the voices that spoke last. */
  #remember(base: string, pages: readonly Page[]): void {
    this.#pagesByBase.delete(base)
    this.#pagesByBase.set(base, pages)
    const [oldest] = this.#pagesByBase.keys()
    if (this.#pagesByBase.size > MAX_MEMORIES && oldest !== undefined) this.#pagesByBase.delete(oldest)
  }

  /** A tenth of the memory. */
  #changedPages(): Page[] {
    const memory = this.#usedMemory()
    const pages: Page[] = []
    for (let address = 0; address < memory.length; address += PAGE_BYTES) {
      const bytes = memory.subarray(address, address + PAGE_BYTES)
      const fresh = this.#freshMemory.subarray(address, address + PAGE_BYTES)
      if (Buffer.compare(bytes, fresh) !== 0) pages.push({ address, bytes: bytes.slice() })
    }
    return pages
  }

  #variantFile(variant: string): string {
    return this.#module.FS.readFile(`${VARIANTS}/${variant}`, { encoding: 'utf8' })
  }

  #usedMemory(): Uint8Array {
    // More than any gap between what is allocated, so it lies above everything in use.
    const end = this.#module._malloc(1 << 20)
    this.#module._free(end)
    return this.#module.HEAPU8.subarray(0, end)
  }
}

/**
 * The bindings pass strings in a buffer whose address they keep outside the memory; grown once to the most that is
 * ever passed, it stays where every memory image has it.
 */
function reserveTextBuffer(worker: EspeakWorker): void {
  const noVoice = 'x'.repeat(MAX_TEXT_BYTES + 16)
  worker.set_voice(noVoice)
  worker.set_voice(noVoice)
}

/** eSpeak seeds its noise with the time of day as it starts; every instance is to have the same. */
function withClockStopped<Made>(make: () => Made): Made {
  const { now } = Date
  Date.now = () => 0
  try {
    return make()
  } finally {
    Date.now = now
  }
}
