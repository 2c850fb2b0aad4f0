import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import type { DraftFile, DraftFiles } from '#core/models/store/ports'
import { safePath } from '#core/models/store/rules'
import { readSignatureFrom } from '../onnx/read-signature.ts'
import type { Network } from './claim.ts'

/** The networks among some files, one of each that comes in several precisions. */
export interface FoundNetworks {
  readonly networks: readonly Network[]
  /** Paths of the files with further data, by the path of their network. */
  readonly data: ReadonlyMap<string, readonly string[]>
  readonly notes: readonly Message[]
}

/** Folders of models have a dozen at most. */
const MOST_NETWORKS = 64
/** Endings that exporters put behind the name of a network for its precision, best first. */
const PRECISIONS = [
  '',
  '_fp16',
  '_q8',
  '_quantized',
  '_int8',
  '_uint8',
  '_q4f16',
  '_q4',
  '_bnb4',
  '_q2f16',
  '_q2',
  '_q1',
]
const PRECISION = new RegExp(`(${PRECISIONS.filter(Boolean).join('|')})$`)

/** Files of other kinds that people take for models here, by their endings. */
type FileKind =
  | 'file-of-pytorch'
  | 'file-of-safetensors'
  | 'file-of-tensorrt'
  | 'file-of-tensorflow'
  | 'file-of-core-ml'
  | 'file-of-onnx-runtime'
  | 'file-is-archive'

const OTHERS: readonly (readonly [RegExp, FileKind])[] = [
  [/\.(pt|pth|ckpt)$/i, 'file-of-pytorch'],
  [/\.safetensors$/i, 'file-of-safetensors'],
  [/\.(engine|trt|plan)$/i, 'file-of-tensorrt'],
  [/\.(tflite|pb|h5|keras)$/i, 'file-of-tensorflow'],
  [/\.(mlmodel|mlpackage|mlmodelc)$/i, 'file-of-core-ml'],
  [/\.ort$/i, 'file-of-onnx-runtime'],
  [/\.zip$/i, 'file-is-archive'],
]

export async function findNetworks(files: DraftFiles): Promise<Result<FoundNetworks, Refusal>> {
  const graphs = files.files.filter(({ path }) => /\.onnx$/i.test(path))
  if (graphs.length === 0) return noNetwork(files)
  if (graphs.length > MOST_NETWORKS) {
    return refuse('too-many-networks', { source: files.source, count: graphs.length })
  }
  const networks: Network[] = []
  const data = new Map<string, readonly string[]>()
  const notes: Message[] = []
  for (const [name, variants] of byName(graphs)) {
    const taken = await firstWhole(files, variants)
    if (!taken.ok) return taken
    networks.push(taken.value.network)
    data.set(taken.value.network.path, taken.value.data)
    if (variants.length > 1) {
      notes.push(message('note-precision-taken', { count: variants.length, name, path: taken.value.network.path }))
    }
  }
  return ok({ networks, data, notes })
}

/** Networks by their names without the precision, each with its precisions from the best on. */
function byName(graphs: readonly DraftFile[]): ReadonlyMap<string, readonly DraftFile[]> {
  const stems = new Set(graphs.map(({ path }) => stemOf(path)))
  const baseOf = (path: string) => {
    const stem = stemOf(path)
    const base = stem.replace(PRECISION, '')
    // A name may end so by itself: a precision is one only beside others.
    return stems.has(base) ||
      graphs.some((other) => other.path !== path && stemOf(other.path).replace(PRECISION, '') === base)
      ? base
      : stem
  }
  const rank = ({ path }: DraftFile) => PRECISIONS.indexOf(PRECISION.exec(stemOf(path))?.[0] ?? '')
  const groups = Map.groupBy(graphs, ({ path }) => baseOf(path))
  return new Map(
    [...groups].map(([base, variants]) => [base, variants.toSorted((one, other) => rank(one) - rank(other))]),
  )
}

function stemOf(path: string): string {
  return path.replace(/\.onnx$/i, '')
}

interface WholeNetwork {
  readonly network: Network
  readonly data: readonly string[]
}

/** The first whose further data is there; the refusal of the first when none is whole. */
async function firstWhole(files: DraftFiles, variants: readonly DraftFile[]): Promise<Result<WholeNetwork, Refusal>> {
  let refusal: Result<WholeNetwork, Refusal> = noNetwork(files)
  for (const [place, file] of variants.entries()) {
    const read = await readNetwork(files, file)
    if (read.ok) return read
    if (place === 0) refusal = read
  }
  return refusal
}

async function readNetwork(files: DraftFiles, { path, bytes }: DraftFile): Promise<Result<WholeNetwork, Refusal>> {
  const read = (offset: number, length: number) => files.read(path, offset, length)
  const signature = await readSignatureFrom({ size: bytes, read })
  if (!signature.ok) return refuse('network-not-onnx', { path }, signature.error.reason)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const data: string[] = []
  for (const name of signature.value.externalFiles) {
    const inside = safePath(`${folder}${name.replace(/^\.\//, '')}`)
    if (inside === undefined) {
      return refuse('network-numbers-outside-folder', { path, file: name })
    }
    if (!files.files.some((file) => file.path === inside)) {
      return refuse('network-numbers-missing', { path, file: name })
    }
    data.push(inside)
  }
  return ok({ network: { path, signature: signature.value }, data })
}

function noNetwork({ source, files }: DraftFiles): ReturnType<typeof refuse> {
  for (const { path } of files) {
    const [, kind] = OTHERS.find(([ending]) => ending.test(path)) ?? []
    if (kind !== undefined) return refuse(kind, { path })
  }
  return source === '' ? refuse('model-without-files') : refuse('model-without-network', { source })
}
