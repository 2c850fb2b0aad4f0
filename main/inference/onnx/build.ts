import { scalar } from './tensors.ts'
import type { Attribute, Dim, Initializer, OnnxGraph, OnnxNode, Tensor, TensorType, ValueInfo } from './types.ts'

/** An operand of a node: the name of a value, a tensor, a number (a float32 scalar), or '' for an optional input that is left out. */
export type Operand = string | Tensor | number

/**
 * Whole numbers are ints, others floats; where ONNX wants a float and the number is whole, say `float(1)`. An attribute
 * that is undefined is left out.
 */
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>

type AttributeValue = number | string | readonly number[] | readonly string[] | Tensor | Attribute

interface OutputShape {
  readonly type?: TensorType
  readonly dims: readonly Dim[]
}

/** An operator of ONNX on these operands. Gives the names of the values that it makes. */
type Op<Made> = (op: string, operands: readonly Operand[], attributes?: Attributes) => Made

/**
 * Builds a graph node by node:
 *
 *     const g = graphBuilder()
 *     const images = g.input('images', 'float32', ['batch', 3, 640, 640])
 *     const red = g.op('Relu', [g.op('Conv', [images, floats([1, -0.5, -0.5], [1, 3, 1, 1])])])
 *     const cells = g.op('AveragePool', [red], { kernel_shape: [8, 8], strides: [8, 8] })
 *     const [top, bottom] = g.two('Split', [g.op('Mul', [cells, 2])], { axis: 2 })
 *     const flat = g.op('Reshape', [g.op('Max', [top, bottom]), ints([0, 1, -1])])
 *     g.output('output0', flat, { dims: ['batch', 1, 3200] })
 *     const file = writeModel({ graph: g.graph(), metadata: { names: "{0: 'red'}" } })
 */
export interface GraphBuilder {
  readonly input: (name: string, type: TensorType, dims: readonly Dim[]) => string
  /** A tensor that several nodes take; one for a single node may stand among its operands. */
  readonly constant: (tensor: Tensor, name?: string) => string
  readonly op: Op<string>
  /** As `op`, for operators that make several values (`Split`, `TopK`, `LSTM`). */
  readonly two: Op<readonly [string, string]>
  readonly three: Op<readonly [string, string, string]>
  readonly four: Op<readonly [string, string, string, string]>
  /** Hands a value out under this name; a float32 unless told otherwise. */
  readonly output: (name: string, value: string, shape: OutputShape) => void
  readonly graph: (name?: string) => OnnxGraph
}

export function graphBuilder(): GraphBuilder {
  const parts = { nodes: list<OnnxNode>(), initializers: list<Initializer>() }
  const values = { inputs: list<ValueInfo>(), outputs: list<ValueInfo>() }
  const freshName = nameGiver()

  const claim = (name: string): void => {
    if (freshName(name) !== name) throw new Error(`The graph has a value called ${name} already.`)
  }
  const constant = (tensor: Tensor, hint = 'constant'): string => {
    const name = freshName(hint)
    parts.initializers.push({ name, tensor })
    return name
  }
  const valueOf = (operand: Operand): string => {
    if (typeof operand === 'string') return operand
    return constant(typeof operand === 'number' ? scalar(operand) : operand)
  }
  const add = (node: Omit<OnnxNode, 'name'>): void => {
    parts.nodes.push({ name: freshName(`${node.op}_node`), ...node })
  }
  /** Makes an operator whose values get names by `name`; every call of `name` is one value more. */
  const making =
    <Made extends readonly string[]>(names: (name: () => string) => Made): Op<Made> =>
    (op, operands, attributes = {}) => {
      const outputs = names(() => freshName(op))
      add({ op, inputs: operands.map(valueOf), outputs, attributes: typedAttributes(attributes) })
      return outputs
    }
  const one = making((name) => [name()] as const)

  return {
    input(name, type, dims) {
      claim(name)
      values.inputs.push({ name, type, dims })
      return name
    },
    constant,
    op: (...call) => one(...call)[0],
    two: making((name) => [name(), name()] as const),
    three: making((name) => [name(), name(), name()] as const),
    four: making((name) => [name(), name(), name(), name()] as const),
    output(name, value, { type = 'float32', dims }) {
      claim(name)
      add({ op: 'Identity', inputs: [value], outputs: [name], attributes: {} })
      values.outputs.push({ name, type, dims })
    },
    graph: (name = 'graph') => ({ name, ...parts, ...values }),
  }
}

/** A float attribute whose number is whole. */
export function float(value: number): Attribute {
  return { kind: 'float', value }
}

/** A float list attribute whose numbers may all be whole. */
export function floatList(value: readonly number[]): Attribute {
  return { kind: 'floats', value }
}

function list<Item>(): Item[] {
  return []
}

/** Gives a name as it is the first time, and with a number from then on. */
function nameGiver(): (hint: string) => string {
  const given = new Set<string>()
  const counts = new Map<string, number>()
  return (hint) => {
    let name = hint
    let count = counts.get(hint) ?? 0
    while (given.has(name)) {
      count++
      name = `${hint}_${count}`
    }
    counts.set(hint, count)
    given.add(name)
    return name
  }
}

function typedAttributes(attributes: Attributes): Record<string, Attribute> {
  const typed = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typedAttribute(value)] as const],
  )
  return Object.fromEntries(typed)
}

function typedAttribute(value: AttributeValue): Attribute {
  if (typeof value === 'string') return { kind: 'string', value }
  if (typeof value === 'number') return { kind: Number.isInteger(value) ? 'int' : 'float', value }
  if ('kind' in value) return value
  if ('data' in value) return { kind: 'tensor', value }
  const texts = value.filter((item) => typeof item === 'string')
  if (texts.length > 0) return { kind: 'strings', value: texts }
  const numbers = value.filter((item) => typeof item === 'number')
  return { kind: numbers.every(Number.isInteger) ? 'ints' : 'floats', value: numbers }
}
