import { type ProtoWriter, protoWriter } from './protobuf.ts'
import {
  type Attribute,
  type Initializer,
  type OnnxGraph,
  type OnnxModel,
  type OnnxNode,
  TENSOR_TYPES,
  type Tensor,
  type ValueInfo,
} from './types.ts'

// The numbers of fields in this file are those of onnx.proto.

const IR_VERSION = 9
const DEFAULT_OPSET = 17
const DATA_IN_ANOTHER_FILE = 1

/** The bytes of an ONNX file. A model above 2 GB keeps its numbers in files beside it (`ExternalData`). */
export function writeModel({
  graph,
  opset = DEFAULT_OPSET,
  metadata = {},
  producer = 'tessera',
}: OnnxModel): Uint8Array {
  const out = protoWriter()
  out.int(1, IR_VERSION)
  out.text(2, producer)
  out.message(7, () => writeGraph(out, graph))
  out.message(8, () => {
    out.text(1, '')
    out.int(2, opset)
  })
  for (const [key, value] of Object.entries(metadata)) writePair(out, 14, { key, value })
  return out.finish()
}

function writeGraph(out: ProtoWriter, graph: OnnxGraph): void {
  for (const node of graph.nodes) out.message(1, () => writeNode(out, node))
  out.text(2, graph.name)
  for (const initializer of graph.initializers) out.message(5, () => writeInitializer(out, initializer))
  for (const input of graph.inputs) out.message(11, () => writeValueInfo(out, input))
  for (const output of graph.outputs) out.message(12, () => writeValueInfo(out, output))
}

function writeNode(out: ProtoWriter, node: OnnxNode): void {
  for (const input of node.inputs) out.text(1, input)
  for (const output of node.outputs) out.text(2, output)
  out.text(3, node.name)
  out.text(4, node.op)
  for (const [name, attribute] of Object.entries(node.attributes)) {
    out.message(5, () => {
      out.text(1, name)
      writeAttribute(out, attribute)
    })
  }
}

/** The numbers of the kinds in a file. */
const ATTRIBUTE_KINDS = { float: 1, int: 2, string: 3, tensor: 4, floats: 6, ints: 7, strings: 8 } as const

function writeAttribute(out: ProtoWriter, attribute: Attribute): void {
  writeValue(out, attribute)
  out.int(20, ATTRIBUTE_KINDS[attribute.kind])
}

/** Every kind of value has a field of its own; the elements of a list are written one by one. */
function writeValue(out: ProtoWriter, { kind, value }: Attribute): void {
  switch (kind) {
    case 'float':
      return out.float(2, value)
    case 'int':
      return out.int(3, value)
    case 'string':
      return out.text(4, value)
    case 'tensor':
      return out.message(5, () => writeTensor(out, value))
    case 'floats':
      return value.forEach((one) => out.float(7, one))
    case 'ints':
      return value.forEach((one) => out.int(8, one))
    case 'strings':
      return value.forEach((one) => out.text(9, one))
  }
}

function writeInitializer(out: ProtoWriter, { name, tensor }: Initializer): void {
  writeTensor(out, tensor)
  out.text(8, name)
}

function writeTensor(out: ProtoWriter, { type, dims, data }: Tensor): void {
  for (const dim of dims) out.int(1, dim)
  out.int(2, TENSOR_TYPES[type])
  if (data instanceof Uint8Array) return out.bytes(9, data)
  for (const [key, value] of Object.entries(data)) writePair(out, 13, { key, value: String(value) })
  out.int(14, DATA_IN_ANOTHER_FILE)
}

function writeValueInfo(out: ProtoWriter, { name, type, dims }: ValueInfo): void {
  out.text(1, name)
  out.message(2, () =>
    out.message(1, () => {
      out.int(1, TENSOR_TYPES[type])
      out.message(2, () => {
        for (const dim of dims) {
          out.message(1, () => (typeof dim === 'number' ? out.int(1, dim) : out.text(2, dim)))
        }
      })
    }),
  )
}

function writePair(out: ProtoWriter, field: number, pair: { readonly key: string; readonly value: string }): void {
  out.message(field, () => {
    out.text(1, pair.key)
    out.text(2, pair.value)
  })
}
