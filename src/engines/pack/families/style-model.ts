import { readFileSync } from 'node:fs'
import type { OnnxSession } from '../../onnx-runtime.ts'
import { requireRuntime } from '../../onnx-runtime.ts'
import { encodeWords, type Symbols } from '../../phrases/encode-words.ts'
import { layTokens } from '../../phrases/lay-tokens.ts'
import { tokenEdges } from '../../phrases/token-edges.ts'
import type { TokenWord } from '../../phrases/token-word.ts'
import type { SpokenWord } from '../../sounds/spoken-word.ts'
import { NotchFilter } from '../../spectra/notch-filter.ts'
import { describeSignature, onlyReader, openSession, outputNamed, readersOf } from '../model-graph.ts'
import { encodeNode, encodeValue, type GraphEdits, type OnnxFile, readOnnxFile, renameInNode } from '../onnx-file.ts'
import { type PackFolder, partPath } from '../pack-folder.ts'
import type { PackModel, PhraseRequest, SpokenPhrase } from '../pack-model.ts'
import { STYLE_WIDTH, Styles } from '../styles.ts'
import { checkSpeech } from './check-speech.ts'

/** What differs between the families that speak by styles. */
export interface StyleFamily extends Symbols {
  readonly maxTokens: number
  readonly defaultRtf: number
  /** What follows a word: its mark or nothing, then a space if another word follows. */
  readonly spaceBeforeMark: boolean
  /** Ids before and after the words. */
  ends(styleRows: number): { readonly start: readonly number[]; readonly end: readonly number[] }
  /** Steady tones in the speech of the model, which are taken out. */
  readonly tonesHz: readonly number[]
  /** How much earlier than by its durations a sound is heard. */
  readonly earlierMs: number
}

const INPUT_NAMES = { ids: ['input_ids', 'tokens'], style: ['style'], speed: ['speed'] } as const
const AUDIO_NAMES = ['waveform', 'audio']
const DURATION_NAMES = ['durations', 'duration', 'pred_dur']
const PITCH_INPUT = 'hoarfrost_pitch'
const TOKEN_SPEEDS = 'hoarfrost_tokens'
export const SAMPLE_RATE_HZ = 24_000

/** Opens a model of Kokoro's kind: tokens, style and speed in, audio out. Throws an Error of one line. */
export async function openStyleModel(pack: PackFolder, family: StyleFamily): Promise<PackModel> {
  const file = readOnnxFile(partPath(pack, 'model'))
  const plan = planGraph(file)
  const session = await openSession(file, plan.edits)
  try {
    const names = checkSignature(session)
    const speedPriors = pack.parts.config === undefined ? new Map() : readSpeedPriors(partPath(pack, 'config'))
    const styles = await Styles.open(partPath(pack, 'voices'))
    return new StyleModel({ session, plan, names, family, styles, speedPriors })
  } catch (error) {
    await session.release()
    throw error
  }
}

/** The durations of tokens that a file has or can be made to tell; null if there are none. */
export function durationsOf(file: OnnxFile): { readonly name: string; readonly isAdded: boolean } | null {
  const declared = outputNamed(file, DURATION_NAMES)
  if (declared !== undefined) return { name: declared, isAdded: false }
  const [round, ...others] = file.nodes.filter(({ op }) => op === 'Round')
  if (others.length > 0) return null
  const clip = onlyReader(file, round?.outputs[0], 'Clip')
  const cast = onlyReader(file, clip?.outputs[0], 'Cast')
  const [name] = cast?.outputs ?? []
  return name === undefined ? null : { name, isAdded: true }
}

interface GraphPlan {
  readonly edits: GraphEdits
  readonly durations: string | null
  readonly hasTokenSpeeds: boolean
  readonly hasPitch: boolean
}

/**
 * What is changed of the graph: predicted durations become an output, the speed becomes one number for each token, and
 * the predicted pitch is multiplied by an input. What a graph lacks is left out.
 */
function planGraph(file: OnnxFile): GraphPlan {
  const replaced = new Map<{ start: number; end: number }, Uint8Array[]>()
  const appended: Uint8Array[] = []
  const durations = durationsOf(file)
  if (durations?.isAdded) appended.push(encodeValue('output', durations.name, 'int64', null))
  const speed = file.inputs.find(({ name }) => name === 'speed')
  const [user, ...otherUsers] = readersOf(file, 'speed')
  const divided = user?.op === 'Cast' ? onlyReader(file, user.outputs[0], 'Div') : user
  const hasTokenSpeeds = speed !== undefined && otherUsers.length === 0 && divided?.op === 'Div'
  if (hasTokenSpeeds) replaced.set(speed, [encodeValue('input', 'speed', 'float32', [TOKEN_SPEEDS])])
  const pitch = file.nodes.filter(({ op, inputs }) => op === 'Squeeze' && /\bF0_proj\b/.test(inputs[0] ?? ''))
  const [squeeze] = pitch
  const [curve] = squeeze?.outputs ?? []
  const hasPitch = pitch.length === 1 && curve !== undefined
  if (hasPitch && squeeze) {
    const plain = `${curve}_hoarfrost`
    replaced.set(squeeze, [
      renameInNode(file, squeeze, new Map([[curve, plain]])),
      encodeNode('Mul', [plain, PITCH_INPUT], [curve]),
    ])
    appended.push(encodeValue('input', PITCH_INPUT, 'float32', [1]))
  }
  return { edits: { replaced, appended }, durations: durations?.name ?? null, hasTokenSpeeds, hasPitch }
}

interface TensorNames {
  readonly ids: string
  readonly audio: string
  readonly isIntegerSpeed: boolean
}

function checkSignature(session: OnnxSession): TensorNames {
  const inputs = session.inputMetadata.filter(({ name }) => name !== PITCH_INPUT)
  const find = (names: readonly string[]) => inputs.find(({ name }) => names.includes(name))
  const [ids, style, speed] = [find(INPUT_NAMES.ids), find(INPUT_NAMES.style), find(INPUT_NAMES.speed)]
  const floats = session.outputMetadata.filter(({ type }) => type === 'float32')
  const audio = floats.find(({ name }) => AUDIO_NAMES.includes(name)) ?? (floats.length === 1 ? floats[0] : undefined)
  const isKnown =
    ids?.type === 'int64' &&
    style?.type === 'float32' &&
    [STYLE_WIDTH, undefined].includes(Number(style.shape?.at(-1)) || undefined) &&
    (speed?.type === 'float32' || speed?.type === 'int32') &&
    inputs.length === 3 &&
    audio !== undefined
  if (!isKnown) {
    throw new Error(
      `it has ${describeSignature(session)}; expected input_ids or tokens int64, style float32[1,${STYLE_WIDTH}], speed float32 or int32 -> waveform or audio float32`,
    )
  }
  return { ids: ids.name, audio: audio.name, isIntegerSpeed: speed.type === 'int32' }
}

interface StyleParts {
  readonly session: OnnxSession
  readonly plan: GraphPlan
  readonly names: TensorNames
  readonly family: StyleFamily
  readonly styles: Styles
  /** Of Kitten: the speed at which a speaker sounds as intended. */
  readonly speedPriors: ReadonlyMap<string, number>
}

class StyleModel implements PackModel {
  readonly #parts: StyleParts

  constructor(parts: StyleParts) {
    this.#parts = parts
  }

  get maxTokens(): number {
    return this.#parts.family.maxTokens
  }

  get defaultRtf(): number {
    return this.#parts.family.defaultRtf
  }

  get hasWordRates(): boolean {
    return this.#parts.plan.hasTokenSpeeds
  }

  encode(words: readonly SpokenWord[]): readonly TokenWord[] {
    const { family } = this.#parts
    return encodeWords(words, family, family.maxTokens / 2)
  }

  async speak({ words, mixture, rates, pitch, isEnd }: PhraseRequest): Promise<SpokenPhrase> {
    const { session, plan, names, family, styles } = this.#parts
    const { Tensor } = requireRuntime()
    const style = await styles.of(mixture)
    const { start, end } = family.ends(style.rows)
    const layout = { ids: family.ids, spaceBeforeMark: family.spaceBeforeMark, start, end }
    const { ids, rates: tokenRates, spans } = layTokens(words, rates, isEnd, layout)
    const prior = mixture.parts.reduce(
      (sum, { name, weight }) => sum + weight * (this.#parts.speedPriors.get(name) ?? 1),
      0,
    )
    const speeds = (plan.hasTokenSpeeds ? tokenRates : [rates[0] ?? 1]).map((rate) => rate * prior)
    const outputs = await session.run({
      [names.ids]: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      style: new Tensor('float32', style.forLength(ids.length - start.length - end.length), [1, STYLE_WIDTH]),
      speed: names.isIntegerSpeed
        ? new Tensor(
            'int32',
            Int32Array.from(speeds, (rate) => Math.max(1, Math.round(rate))),
            [speeds.length],
          )
        : new Tensor('float32', Float32Array.from(speeds), [speeds.length]),
      ...(plan.hasPitch ? { [PITCH_INPUT]: new Tensor('float32', Float32Array.of(pitch), [1]) } : {}),
    })
    const samples = checkSpeech(outputs[names.audio], ids.length, SAMPLE_RATE_HZ)
    new NotchFilter(family.tonesHz, SAMPLE_RATE_HZ).filter(samples)
    const durations =
      plan.durations === null ? null : tokenEdges(outputs[plan.durations]?.data, ids.length, samples.length)
    const earlier = (family.earlierMs / 1000) * SAMPLE_RATE_HZ
    const at = (token: number): number => (durations?.[token] ?? 0) - earlier
    return { samples, wordEdges: durations && spans.map(([from, to]) => [at(from), at(to)]) }
  }

  async release(): Promise<void> {
    this.#parts.styles.close()
    await this.#parts.session.release()
  }
}

function readSpeedPriors(path: string): ReadonlyMap<string, number> {
  const config = JSON.parse(readFileSync(path, 'utf8')) as { readonly speed_priors?: Record<string, unknown> }
  const priors = Object.entries(config.speed_priors ?? {})
  return new Map(priors.flatMap(([name, prior]) => (Number(prior) > 0 ? [[name, Number(prior)]] : [])))
}
