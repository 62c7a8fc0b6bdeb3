import { availableParallelism } from 'node:os'
import { exactProducts } from '../exact-products.ts'
import { type OnnxRuntime, type OnnxSession, requireRuntime, type TensorMetadata } from '../onnx-runtime.ts'
import { editOnnxFile, type GraphEdits, type GraphNode, type OnnxFile } from './onnx-file.ts'

/** The nodes that read a tensor. */
export const readersOf = ({ nodes }: OnnxFile, tensor: string): readonly GraphNode[] =>
  nodes.filter(({ inputs }) => inputs.includes(tensor))

/** The only node of that kind that reads the tensor; undefined if there are none or several. */
export function onlyReader(file: OnnxFile, tensor: string | undefined, op: string): GraphNode | undefined {
  if (tensor === undefined) return undefined
  const [reader, ...others] = readersOf(file, tensor).filter((node) => node.op === op)
  return others.length === 0 ? reader : undefined
}

export const outputNamed = ({ outputs }: OnnxFile, names: readonly string[]): string | undefined =>
  outputs.find(({ name }) => names.includes(name))?.name

/**
 * All cores for one inference: the engine has one thread of the service. Spinning threads would take processor time
 * from the other synthesis threads.
 */
export const sessionOptions = async () => ({
  executionProviders: ['cpu'],
  intraOpNumThreads: availableParallelism(),
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  // Lengths differ between runs, so memory patterns do not repeat.
  enableMemPattern: false,
  logSeverityLevel: 4,
  extra: { session: { ...(await exactProducts()), intra_op: { allow_spinning: '0' } } },
})

/** Loads a model, with changes of its graph if there are any. Throws the runtime's errors. */
export async function openSession(file: OnnxFile, edits: GraphEdits): Promise<OnnxSession> {
  const { InferenceSession }: OnnxRuntime = requireRuntime()
  const isUnchanged = edits.replaced.size === 0 && edits.appended.length === 0
  return await InferenceSession.create(isUnchanged ? file.path : editOnnxFile(file, edits), await sessionOptions())
}

const describeTensor = ({ name, type, shape }: TensorMetadata): string => `${name} ${type}[${shape?.join(',')}]`

/** For errors: the inputs and outputs of a model in one line. */
export const describeSignature = ({ inputMetadata, outputMetadata }: OnnxSession): string =>
  `${inputMetadata.map(describeTensor).join(', ')} -> ${outputMetadata.map(describeTensor).join(', ')}`
