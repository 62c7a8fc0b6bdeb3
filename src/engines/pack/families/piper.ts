import type { OnnxSession } from '../../onnx-runtime.ts'
import { requireRuntime } from '../../onnx-runtime.ts'
import { tokenEdges } from '../../phrases/token-edges.ts'
import type { TokenWord } from '../../phrases/token-word.ts'
import { nearestSound } from '../../sounds/espeak-sounds.ts'
import type { SpokenWord } from '../../sounds/spoken-word.ts'
import { describeSignature, openSession } from '../model-graph.ts'
import { encodeNode, encodeValue, type GraphEdits, type OnnxFile, readOnnxFile, renameInNode } from '../onnx-file.ts'
import { type PackFolder, partPath } from '../pack-folder.ts'
import type { Mixture, PackModel, PhraseRequest, SpokenPhrase } from '../pack-model.ts'
import { checkSpeech } from './check-speech.ts'
import { espeakIpa } from './ipa.ts'
import { type PiperConfig, readPiperConfig } from './piper-config.ts'

const MAX_TOKENS = 400
const DEFAULT_RTF = 0.1
const TOKEN_SCALES = 'hoarfrost_token_scales'
const DURATIONS = 'hoarfrost_durations'
/** A speaker of a voice that has one only. */
const ONLY_SPEAKER = 0

/** Opens a VITS model in Piper's export. Throws an Error of one line. */
export async function openPiperModel(pack: PackFolder): Promise<PackModel> {
  const config = readPiperConfig(partPath(pack, 'config'))
  const file = readOnnxFile(partPath(pack, 'model'))
  const ceil = ceilOf(file)
  const session = await openSession(file, ceil ? withDurations(file, ceil) : NO_EDITS)
  try {
    const hasSpeakers = checkSignature(session)
    return new PiperModel(session, config, { hasDurations: ceil !== undefined, hasSpeakers })
  } catch (error) {
    await session.release()
    throw error
  }
}

const NO_EDITS: GraphEdits = { replaced: new Map(), appended: [] }

/** The node that makes whole frames of the predicted durations; undefined if there is not exactly one of its kind. */
function ceilOf({ nodes }: OnnxFile) {
  const [ceil, ...others] = nodes.filter(({ op }) => op === 'Ceil')
  return others.length === 0 ? ceil : undefined
}

export const hasDurations = (file: OnnxFile): boolean => ceilOf(file) !== undefined

/** Durations become an output, and before they are rounded they are multiplied by an input with one number a token. */
function withDurations(file: OnnxFile, ceil: NonNullable<ReturnType<typeof ceilOf>>): GraphEdits {
  const [predicted = ''] = ceil.inputs
  const [frames = ''] = ceil.outputs
  const scaled = `${predicted}_hoarfrost`
  return {
    replaced: new Map([
      [
        ceil,
        [
          encodeNode('Mul', [predicted, TOKEN_SCALES], [scaled]),
          renameInNode(file, ceil, new Map([[predicted, scaled]])),
          encodeNode('Identity', [frames], [DURATIONS]),
        ],
      ],
    ]),
    appended: [
      encodeValue('input', TOKEN_SCALES, 'float32', [1, 1, 'hoarfrost_tokens']),
      encodeValue('output', DURATIONS, 'float32', null),
    ],
  }
}

/** Returns whether the model has several speakers. */
function checkSignature(session: OnnxSession): boolean {
  const typeOf = (wanted: string) => session.inputMetadata.find(({ name }) => name === wanted)?.type
  const own = session.inputMetadata.filter(({ name }) => name !== TOKEN_SCALES)
  const hasSpeakers = typeOf('sid') === 'int64'
  const isKnown =
    typeOf('input') === 'int64' &&
    typeOf('input_lengths') === 'int64' &&
    typeOf('scales') === 'float32' &&
    own.length === (hasSpeakers ? 4 : 3) &&
    session.outputMetadata[0]?.type === 'float32'
  if (!isKnown) {
    throw new Error(
      `it has ${describeSignature(session)}; expected input int64[1,n], input_lengths int64[1], scales float32[3] and perhaps sid int64[1] -> output float32`,
    )
  }
  return hasSpeakers
}

class PiperModel implements PackModel {
  readonly maxTokens = MAX_TOKENS
  readonly defaultRtf = DEFAULT_RTF
  readonly #session: OnnxSession
  readonly #config: PiperConfig
  readonly #graph: { readonly hasDurations: boolean; readonly hasSpeakers: boolean }

  constructor(session: OnnxSession, config: PiperConfig, graph: { hasDurations: boolean; hasSpeakers: boolean }) {
    this.#session = session
    this.#config = config
    this.#graph = graph
  }

  get hasWordRates(): boolean {
    return this.#graph.hasDurations
  }

  encode(words: readonly SpokenWord[], { accent }: Mixture): readonly TokenWord[] {
    return words.map(({ sounds, isLight, ...word }) => {
      const ipa = sounds.map((sound) => espeakIpa(sound, { accent, isLight })).join('')
      const ids = [...ipa].flatMap((symbol) => this.#idsOf(symbol)).slice(0, MAX_TOKENS / 2)
      return { ...word, isLight, ids, weight: sounds.length }
    })
  }

  async speak({ words, mixture, rates, spread, isEnd }: PhraseRequest): Promise<SpokenPhrase> {
    const { Tensor } = requireRuntime()
    const { lengthScale, noiseScale, noiseW, sampleRateHz } = this.#config
    const [start, pad, end] = ['^', '_', '$'].map((symbol) => this.#config.idsBySymbol.get(symbol) ?? [])
    const ids: number[] = [...(start ?? [])]
    const tokenRates: number[] = []
    const spans: [number, number][] = []
    // A pad follows each id, the start included, as in the data that the voices were trained on.
    const add = (added: readonly number[]): void => {
      for (const id of added) ids.push(id, ...(pad ?? []))
    }
    ids.push(...(pad ?? []))
    for (const [i, word] of words.entries()) {
      const isLast = i === words.length - 1
      while (tokenRates.length < ids.length) tokenRates.push(rates[i] ?? 1)
      const from = ids.length
      add(word.ids)
      spans.push([from, ids.length])
      const mark = word.mark === '' && isLast && !isEnd ? ',' : word.mark
      add([...mark].flatMap((symbol) => this.#idsOf(symbol)))
      if (!isLast) add(this.#idsOf(' '))
      while (tokenRates.length < ids.length) tokenRates.push(rates[i] ?? 1)
    }
    ids.push(...(end ?? []))
    while (tokenRates.length < ids.length) tokenRates.push(rates.at(-1) ?? 1)
    const scales = [
      spread * noiseScale,
      this.#graph.hasDurations ? lengthScale : lengthScale / (rates[0] ?? 1),
      spread * noiseW,
    ]
    const outputs = await this.#session.run({
      input: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      input_lengths: new Tensor('int64', BigInt64Array.of(BigInt(ids.length)), [1]),
      scales: new Tensor('float32', Float32Array.from(scales), [3]),
      ...(this.#graph.hasSpeakers
        ? { sid: new Tensor('int64', BigInt64Array.of(BigInt(this.#speakerId(mixture))), [1]) }
        : {}),
      ...(this.#graph.hasDurations
        ? {
            [TOKEN_SCALES]: new Tensor(
              'float32',
              Float32Array.from(tokenRates, (rate) => 1 / rate),
              [1, 1, ids.length],
            ),
          }
        : {}),
    })
    const audio = this.#session.outputMetadata[0]?.name ?? ''
    const samples = checkSpeech(outputs[audio], ids.length, sampleRateHz)
    if (!this.#graph.hasDurations) return { samples, wordEdges: null }
    const edges = tokenEdges(outputs[DURATIONS]?.data, ids.length, samples.length)
    return { samples, wordEdges: spans.map(([from, to]) => [edges[from] as number, edges[to] as number]) }
  }

  async release(): Promise<void> {
    await this.#session.release()
  }

  /** Ids of a symbol, of its nearest letter, or of a schwa. Marks that the voice does not know are a comma. */
  #idsOf(symbol: string): readonly number[] {
    const { idsBySymbol } = this.#config
    const known = idsBySymbol.get(symbol) ?? idsBySymbol.get(nearestSound(symbol))
    return (
      known ?? (/\p{L}/u.test(symbol) ? idsBySymbol.get('ə') : /\p{P}/u.test(symbol) ? idsBySymbol.get(',') : []) ?? []
    )
  }

  #speakerId({ parts }: Mixture): number {
    const [heaviest] = parts.toSorted((one, other) => other.weight - one.weight)
    const { speakers, speakerCount } = this.#config
    const id = speakers.get(heaviest?.name ?? '') ?? Number(heaviest?.name)
    return Number.isInteger(id) && id >= 0 && id < Math.max(speakerCount, speakers.size) ? id : ONLY_SPEAKER
  }
}
