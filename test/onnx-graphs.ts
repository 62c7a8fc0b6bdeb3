/** Small ONNX graphs with the signatures of real models, whose output can be predicted. They run in the real runtime. */

/** Samples of a frame in all graphs. */
export const FRAME = 256
/** Frames of a token at rate 1. */
export const FRAMES_OF_TOKEN = 6
/** Radians of the tone between two samples. */
export const TONE = 0.05

export interface StyleGraph {
  readonly idsName?: string
  readonly speedType?: 'float32' | 'int32'
  /** `output`: declared. `hidden`: predicted inside, as in exports without the output. `none`: not to be found. */
  readonly durations?: 'output' | 'hidden' | 'none'
  readonly hasPitch?: boolean
  /** Bytes of tensors that the graph does not use. */
  readonly weights?: readonly number[]
  readonly fault?: Fault
}

export interface PiperGraph {
  readonly hasSpeakers?: boolean
  readonly durations?: 'hidden' | 'none'
  readonly fault?: Fault
}

export type Fault = 'nan' | 'nothing' | 'too long' | 'wrong durations' | 'throws'

const FLOAT = 1
const INT32 = 6
const INT64 = 7

/**
 * As Kokoro and Kitten: ids, style and speed in, audio out. Every token takes `FRAMES_OF_TOKEN` frames at speed 1. The
 * audio is a tone whose amplitude is the mean of the style.
 */
export function styleGraph(options: StyleGraph = {}): Buffer {
  const {
    idsName = 'input_ids',
    speedType = 'float32',
    durations = 'output',
    hasPitch = true,
    weights = [],
    fault,
  } = options
  const isInteger = speedType === 'int32'
  const rounding = durations === 'none' ? ['Floor'] : ['Round']
  const nodes = [
    node('Cast', [idsName], ['ids'], { to: FLOAT }),
    node('Mul', ['ids', 'zero'], ['noIds']),
    node('Add', ['noIds', 'framesOfToken'], ['plain']),
    ...(isInteger ? [node('Cast', ['speed'], ['rate'], { to: FLOAT })] : []),
    node('Div', ['plain', isInteger ? 'rate' : 'speed'], ['scaled']),
    node(rounding[0] as string, ['scaled'], ['rounded']),
    node('Clip', ['rounded', 'one'], ['clipped']),
    node('Cast', ['clipped'], ['tokenFrames'], { to: INT64 }),
    ...(durations === 'output' ? [durationNode(fault)] : []),
    node('Squeeze', ['/encoder/F0_proj/Conv_output_0'], ['tone']),
    node('ReduceMean', ['style'], ['loudness'], { keepdims: 0 }),
    ...toneNodes('tokenFrames', fault),
    node('Reshape', ['heard', 'row'], ['waveform']),
  ]
  return model({
    nodes,
    tensors: [...TENSORS, float(hasPitch ? '/encoder/F0_proj/Conv_output_0' : 'unused', [1], [TONE])].concat(
      hasPitch ? [] : [float('/encoder/F0_proj/Conv_output_0', [1], [TONE])],
      weights.map((bytes, i) => float(`unused${i}`, [bytes / 4], new Array(bytes / 4).fill(i))),
    ),
    inputs: [
      value(idsName, INT64, [1, 'tokens']),
      value('style', FLOAT, [1, 256]),
      value('speed', isInteger ? INT32 : FLOAT, [1]),
    ],
    outputs: [
      value('waveform', FLOAT, ['rows', 'samples']),
      ...(durations === 'output' ? [value('duration', INT64, null)] : []),
    ],
  })
}

const durationNode = (fault: Fault | undefined): Buffer =>
  fault === 'wrong durations'
    ? node('Concat', ['tokenFrames', 'tokenFrames'], ['duration'], { axis: 1 })
    : node('Identity', ['tokenFrames'], ['duration'])

/** As Piper's VITS: every id takes `FRAMES_OF_TOKEN` frames; each speaker has a tone of its own. */
export function piperGraph({ hasSpeakers = false, durations = 'hidden', fault }: PiperGraph = {}): Buffer {
  const nodes = [
    node('Cast', ['input'], ['ids'], { to: FLOAT }),
    node('Mul', ['ids', 'zero'], ['noIds']),
    node('Gather', ['scales', 'second'], ['lengthScale']),
    node('Gather', ['scales', 'first'], ['noiseScale']),
    // Just below a whole number, which Ceil makes of it.
    node('Add', ['noIds', 'almostFrames'], ['plain']),
    node('Mul', ['plain', 'lengthScale'], ['flat']),
    node('Unsqueeze', ['flat', 'axisOne'], ['scaled']),
    ...(durations === 'hidden' ? [node('Ceil', ['scaled'], ['frames'])] : [node('Round', ['scaled'], ['frames'])]),
    node('Cast', ['frames'], ['tokenFrames'], { to: INT64 }),
    node('Identity', ['input_lengths'], ['unusedLengths']),
    ...(hasSpeakers
      ? [node('Cast', ['sid'], ['speaker'], { to: FLOAT }), node('Add', ['speaker', 'one'], ['factor'])]
      : [node('Identity', ['one'], ['factor'])]),
    node('Mul', ['factor', 'toneConstant'], ['tone']),
    node('Identity', ['loudConstant'], ['loudness']),
    ...toneNodes('tokenFrames', fault),
    node('RandomNormalLike', ['heard'], ['random']),
    node('Mul', ['random', 'noiseScale'], ['scaledNoise']),
    node('Mul', ['scaledNoise', 'quiet'], ['noise']),
    node('Add', ['heard', 'noise'], ['noisy']),
    node('Reshape', ['noisy', 'block'], ['output']),
  ]
  return model({
    nodes,
    tensors: [
      ...TENSORS,
      float('almostFrames', [], [FRAMES_OF_TOKEN - 0.01]),
      float('toneConstant', [], [TONE]),
      float('loudConstant', [], [0.3]),
      float('quiet', [], [0.01]),
      integers('axisOne', [1], [1]),
      integers('block', [3], [1, 1, -1]),
      integers('first', [], [0]),
      integers('second', [], [1]),
    ],
    inputs: [
      value('input', INT64, [1, 'tokens']),
      value('input_lengths', INT64, [1]),
      value('scales', FLOAT, [3]),
      ...(hasSpeakers ? [value('sid', INT64, [1])] : []),
    ],
    outputs: [value('output', FLOAT, [1, 1, 'samples'])],
  })
}

/** A graph that no family knows. */
export const otherGraph = (): Buffer =>
  model({
    nodes: [node('Identity', ['x'], ['y'])],
    tensors: [],
    inputs: [value('x', FLOAT, [1, 'n'])],
    outputs: [value('y', FLOAT, [1, 'n'])],
  })

/** A graph of equal nodes, each with so many names of a thousand characters, and with attributes of so many bytes. */
export const hugeGraph = (nodes: number, names: number, attributeBytes: number): Buffer => {
  const inputs = Array.from({ length: names }, (_, i) => `/encoder/F0_proj/${'x'.repeat(1000)}${i}`)
  const one = message(
    1,
    ...inputs.map((name) => message(1, name)),
    message(2, 'curve'),
    message(4, 'Squeeze'),
    message(5, Buffer.alloc(attributeBytes)),
  )
  return message(7, Buffer.concat(new Array<Buffer>(nodes).fill(one)))
}

/** From frames of tokens and `tone` and `loudness` to the samples `heard`. */
function toneNodes(frames: string, fault: Fault | undefined): Buffer[] {
  const factor = fault === 'nothing' ? 'noSamples' : fault === 'too long' ? 'manySamples' : 'samplesOfFrame'
  return [
    node('ReduceSum', [frames], ['allFrames'], { keepdims: 0 }),
    node('Mul', ['allFrames', factor], ['samples']),
    node('Range', ['zeroInt', 'samples', 'oneInt'], ['time']),
    node('Cast', ['time'], ['seconds'], { to: FLOAT }),
    node('Mul', ['seconds', 'tone'], ['angle']),
    node('Sin', ['angle'], ['wave']),
    node('Mul', ['wave', 'loudness'], ['plainSound']),
    ...(fault === 'throws' ? [node('Gather', ['plainSound', 'farAway'], ['heard'])] : []),
    ...(fault === 'nan' ? [node('Mul', ['plainSound', 'notNumber'], ['heard'])] : []),
    ...(fault === 'throws' || fault === 'nan' ? [] : [node('Identity', ['plainSound'], ['heard'])]),
  ]
}

const PROTOBUF = { varint: 0, bytes: 2 } as const

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    if (rest < 128n) return Buffer.from([...bytes, Number(rest)])
    bytes.push(Number(rest & 127n) | 128)
  }
}
const integer = (field: number, number: number): Buffer =>
  Buffer.concat([varint(field * 8 + PROTOBUF.varint), varint(number)])
function message(field: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)))
  return Buffer.concat([varint(field * 8 + PROTOBUF.bytes), varint(content.length), content])
}

function node(
  op: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Record<string, number> = {},
) {
  const INT = 2
  return message(
    1,
    ...inputs.map((name) => message(1, name)),
    ...outputs.map((name) => message(2, name)),
    message(3, `${op}_of_${outputs[0]}`),
    message(4, op),
    ...Object.entries(attributes).map(([name, given]) =>
      message(5, message(1, name), integer(3, given), integer(20, INT)),
    ),
  )
}

function value(name: string, type: number, dims: readonly (number | string)[] | null): (field: number) => Buffer {
  const shape = dims?.map((dim) => message(1, typeof dim === 'number' ? integer(1, dim) : message(2, dim)))
  return (field) =>
    message(field, message(1, name), message(2, message(1, integer(1, type), ...(shape ? [message(2, ...shape)] : []))))
}

function float(name: string, dims: readonly number[], values: readonly number[]): Buffer {
  const raw = Buffer.from(Float32Array.from(values).buffer)
  return message(5, ...dims.map((dim) => integer(1, dim)), integer(2, FLOAT), message(8, name), message(9, raw))
}

function integers(name: string, dims: readonly number[], values: readonly number[]): Buffer {
  const raw = Buffer.from(BigInt64Array.from(values, BigInt).buffer)
  return message(5, ...dims.map((dim) => integer(1, dim)), integer(2, INT64), message(8, name), message(9, raw))
}

const TENSORS = [
  float('zero', [], [0]),
  float('one', [], [1]),
  float('notNumber', [], [Number.NaN]),
  float('framesOfToken', [], [FRAMES_OF_TOKEN]),
  integers('zeroInt', [], [0]),
  integers('oneInt', [], [1]),
  integers('samplesOfFrame', [], [FRAME]),
  integers('noSamples', [], [0]),
  integers('manySamples', [], [FRAME * 100]),
  integers('farAway', [1], [2 ** 40]),
  integers('row', [2], [1, -1]),
]

interface Parts {
  readonly nodes: readonly Buffer[]
  readonly tensors: readonly Buffer[]
  readonly inputs: readonly ((field: number) => Buffer)[]
  readonly outputs: readonly ((field: number) => Buffer)[]
}

const model = ({ nodes, tensors, inputs, outputs }: Parts): Buffer =>
  Buffer.concat([
    integer(1, 8),
    message(
      7,
      ...nodes,
      message(2, 'graph'),
      ...tensors,
      ...inputs.map((input) => input(11)),
      ...outputs.map((output) => output(12)),
    ),
    message(8, message(1, ''), integer(2, 14)),
  ])
