import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { err, ok, type Result } from '#common/result'
import { MalformedError, type ProtoReader, protoReader, type Reading, type Span } from './protobuf-reader.ts'
import { type Dim, isTensorType, TENSOR_TYPES, type TensorType } from './types.ts'

// The numbers of fields in this file are those of onnx.proto.

/** A model file's description of itself, without its weights. */
export interface ModelSignature {
  /** Inputs that a run must be given, in the file's order, without values that the file brings along itself. */
  readonly inputs: readonly SignatureValue[]
  readonly outputs: readonly SignatureValue[]
  readonly metadata: Readonly<Record<string, string>>
  /** Version of the standard operators; 0 when the file names none. */
  readonly opset: number
  readonly producer: string
  /** The files beside the model that hold its numbers, each once, as the model spells them: paths nobody has checked. */
  readonly externalFiles: readonly string[]
}

export interface SignatureValue {
  readonly name: string
  /** `unknown` for what is no tensor, and for element types that ONNX Runtime does not hand out. */
  readonly type: TensorType | 'unknown'
  /** Empty for a scalar, and where the file tells no shape. An axis with neither length nor name is `?`. */
  readonly dims: readonly Dim[]
}

export interface SignatureError {
  /** Goes on after "… is no ONNX model:", without a full stop. */
  readonly reason: Message
}

/** A file that is read by pieces. `read` gives the bytes at `offset`; fewer than `length` only where the file ends. */
export interface ByteSource {
  readonly size: number
  readonly read: (offset: number, length: number) => Promise<Uint8Array>
}

const MAX_DIMS = 64

const TYPE_NAMES: ReadonlyMap<number, TensorType> = new Map(
  Object.keys(TENSOR_TYPES)
    .filter(isTensorType)
    .map((name) => [TENSOR_TYPES[name], name]),
)

/** Reads the signature of a file in memory. Never throws, whatever the bytes are. */
export function readSignature(bytes: Uint8Array): Result<ModelSignature, SignatureError> {
  return refused(() => {
    const reading = signatureOf(bytes.length)
    let step = reading.next()
    while (!step.done) step = reading.next(bytes.subarray(step.value.start, step.value.end))
    return step.value
  })
}

/** Reads the signature of a file of any size by small pieces. Throws only what `read` throws. */
export async function readSignatureFrom({ size, read }: ByteSource): Promise<Result<ModelSignature, SignatureError>> {
  const reading = signatureOf(size)
  let step = refused(() => reading.next())
  while (true) {
    if (!step.ok) return step
    if (step.value.done) return ok(step.value.value)
    const { start, end } = step.value.value
    const piece = await read(start, end - start)
    step = refused(() => reading.next(piece))
  }
}

function refused<Value>(act: () => Value): Result<Value, SignatureError> {
  try {
    return ok(act())
  } catch (thrown) {
    if (thrown instanceof MalformedError) return err({ reason: thrown.fault })
    throw thrown
  }
}

/** Findings so far: the parts of a file may come in any order. */
interface Found {
  readonly inputs: SignatureValue[]
  readonly outputs: SignatureValue[]
  readonly metadata: Map<string, string>
  readonly initializers: Set<string>
  readonly externalFiles: Set<string>
  opset: number
  producer: string
}

function* signatureOf(size: number): Reading<ModelSignature> {
  const reader = protoReader(size)
  yield* refuseOtherFiles(reader, size)
  const found: Found = {
    inputs: [],
    outputs: [],
    metadata: new Map(),
    initializers: new Set(),
    externalFiles: new Set(),
    opset: 0,
    producer: '',
  }
  yield* reader.eachField({ start: 0, end: size }, ({ number, content }) => {
    if (number === 2) return readProducer(reader, content, found)
    if (number === 7) return readGraph(reader, content, found)
    if (number === 8) return readOpset(reader, content, found)
    if (number === 14) return readMetadata(reader, content, found)
    return undefined
  })
  if (found.outputs.length === 0) throw new MalformedError(message('onnx-without-output'))
  const { outputs, opset, producer } = found
  const inputs = found.inputs.filter(({ name }) => !found.initializers.has(name))
  const metadata = Object.fromEntries(found.metadata)
  return { inputs, outputs, metadata, opset, producer, externalFiles: [...found.externalFiles] }
}

/** Files that people take for a model by mistake, by their first bytes. */
const OTHER_FILES = [
  { start: 'version https://git-lfs', reason: message('onnx-git-lfs') },
  { start: 'PK\x03\x04', reason: message('onnx-is-zip') },
  { start: '<', reason: message('onnx-is-xml') },
  { start: '{', reason: message('onnx-is-json') },
]

function* refuseOtherFiles(reader: ProtoReader, size: number): Reading<void> {
  if (size === 0) throw new MalformedError(message('onnx-empty'))
  const start = String.fromCharCode(...(yield* reader.bytes({ start: 0, end: Math.min(size, 32) })))
  const other = OTHER_FILES.find((file) => start.startsWith(file.start))
  if (other) throw new MalformedError(other.reason)
}

function* readProducer(reader: ProtoReader, content: Span, found: Found): Reading<void> {
  found.producer = yield* reader.text(content)
}

/** The opset of the standard operators, whose domain is written as nothing or as `ai.onnx`. */
function* readOpset(reader: ProtoReader, content: Span, found: Found): Reading<void> {
  let [domain, version] = ['', 0]
  yield* reader.eachField(content, (field) => {
    if (field.number === 2) version = field.int
    return field.number === 1 ? keep(reader.text(field.content), (text) => (domain = text)) : undefined
  })
  if (domain === '' || domain === 'ai.onnx') found.opset = Math.max(found.opset, version)
}

function* readMetadata(reader: ProtoReader, content: Span, found: Found): Reading<void> {
  const { key, value } = yield* readPair(reader, content)
  found.metadata.set(key, value)
}

function* readGraph(reader: ProtoReader, graph: Span, found: Found): Reading<void> {
  yield* reader.eachField(graph, ({ number, content }) => {
    if (number === 5) return readInitializer(reader, content, found)
    if (number === 11) return keep(readValue(reader, content), (value) => found.inputs.push(value))
    if (number === 12) return keep(readValue(reader, content), (value) => found.outputs.push(value))
    return undefined
  })
}

/** The name of an initializer and the file it lies in; its numbers are stepped over. */
function* readInitializer(reader: ProtoReader, tensor: Span, found: Found): Reading<void> {
  yield* reader.eachField(tensor, ({ number, content }) => {
    if (number === 8) return keep(reader.text(content), (name) => found.initializers.add(name))
    if (number !== 13) return undefined
    return keep(readPair(reader, content), ({ key, value }) => key === 'location' && found.externalFiles.add(value))
  })
}

function* readPair(reader: ProtoReader, pair: Span): Reading<{ readonly key: string; readonly value: string }> {
  let [key, value] = ['', '']
  yield* reader.eachField(pair, ({ number, content }) => {
    if (number === 1) return keep(reader.text(content), (text) => (key = text))
    return number === 2 ? keep(reader.text(content), (text) => (value = text)) : undefined
  })
  return { key, value }
}

function* readValue(reader: ProtoReader, value: Span): Reading<SignatureValue> {
  let name = ''
  let kind: Omit<SignatureValue, 'name'> = { type: 'unknown', dims: [] }
  yield* reader.eachField(value, (field) => {
    if (field.number === 1) return keep(reader.text(field.content), (text) => (name = text))
    return field.number === 2 ? keep(readType(reader, field.content), (type) => (kind = type)) : undefined
  })
  if (name === '') throw new MalformedError(message('onnx-value-nameless'))
  return { name, ...kind }
}

function* readType(reader: ProtoReader, type: Span): Reading<Omit<SignatureValue, 'name'>> {
  let element = 0
  const dims: Dim[] = []
  const readShape = (shape: Span): Reading<void> =>
    reader.eachField(shape, ({ content }) => keep(readDim(reader, content), (dim) => addDim(dims, dim)))
  yield* reader.eachField(type, ({ number, content }) => {
    if (number !== 1) return undefined
    return reader.eachField(content, (field) => {
      if (field.number === 1) element = field.int
      return field.number === 2 ? readShape(field.content) : undefined
    })
  })
  return { type: TYPE_NAMES.get(element) ?? 'unknown', dims }
}

function addDim(dims: Dim[], dim: Dim): void {
  if (dims.length >= MAX_DIMS) throw new MalformedError(message('onnx-too-many-axes', { most: MAX_DIMS }))
  dims.push(dim)
}

/** Exporters write −1 or nothing for a length that is open. */
function* readDim(reader: ProtoReader, content: Span): Reading<Dim> {
  let dim: Dim = '?'
  yield* reader.eachField(content, (field) => {
    if (field.number === 1) dim = Number.isSafeInteger(field.int) && field.int >= 0 ? field.int : '?'
    return field.number === 2 ? keep(reader.text(field.content), (text) => (dim = text || '?')) : undefined
  })
  return dim
}

function* keep<Value>(reading: Reading<Value>, take: (value: Value) => unknown): Reading<void> {
  take(yield* reading)
}
