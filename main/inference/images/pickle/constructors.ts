import { message } from '#common/messages/message'
import { ImageError } from '../image-error.ts'
import { isOneOf, isText } from './machine.ts'
import { nameOf, quoted } from './text.ts'
import type { PickleBytes, PickledArray, PickledType, PickleText, PickleValue } from './values.ts'

type Constructor = (args: readonly PickleValue[]) => PickleValue

/** Constructors for every name that an array needs. No Python code is run. */
const CONSTRUCTORS: ReadonlyMap<string, Constructor> = new Map<string, Constructor>([
  ['numpy.core.multiarray._reconstruct', emptyArray],
  ['numpy._core.multiarray._reconstruct', emptyArray],
  ['numpy.core.numeric._frombuffer', arrayFromBuffer],
  ['numpy._core.numeric._frombuffer', arrayFromBuffer],
  ['numpy.dtype', type],
  ['_codecs.encode', encoded],
])
const ARRAY = 'numpy.ndarray'

/** Throws an `ImageError` for any other name. */
export function find(owner: string, name: string): PickleValue {
  const full = `${owner}.${name}`
  if (full !== ARRAY && !CONSTRUCTORS.has(full))
    throw new ImageError(message('pickle-name-unknown', { name: quoted(full) }))
  return { kind: 'name', name: full }
}

/** Calls a name with a tuple of arguments. */
export function call(named: PickleValue, args: PickleValue): PickleValue {
  const make = isKind(named, 'name') ? CONSTRUCTORS.get(named.name) : undefined
  if (make === undefined) throw new ImageError(message('pickle-calls-value'))
  return make(itemsOf(args))
}

/** Gives a type or an array its state. */
export function build(value: PickleValue, state: PickleValue): void {
  const items = itemsOf(state)
  if (isKind(value, 'type')) value.order = byteOrder(items)
  else if (isKind(value, 'array')) value.content = content(items)
  else throw new ImageError(message('pickle-state-misplaced'))
}

/** `_reconstruct(ndarray, (0,), b'b')`: an array whose contents follow. */
function emptyArray([of]: readonly PickleValue[]): PickledArray {
  if (!isKind(of, 'name') || of.name !== ARRAY) throw new ImageError(message('pickle-of-other-object'))
  return { kind: 'array', content: undefined }
}

/** `_frombuffer(bytes, type, shape, order, axes?)`; with the order K, the axes say where each dimension comes from. */
function arrayFromBuffer([bytes, of, shape, order, axes]: readonly PickleValue[]): PickledArray {
  const [lengths, valueType, source] = [numbersOf(shape), typeOf(of), arrayBytes(bytes)]
  const of3 = { type: valueType, bytes: source }
  if (isOneOf(order, ['C'])) return { kind: 'array', content: { ...of3, shape: lengths, layout: inOrder(lengths) } }
  if (isOneOf(order, ['F'])) {
    return { kind: 'array', content: { ...of3, shape: lengths, layout: inOrder(lengths).reverse() } }
  }
  const layout = numbersOf(axes)
  const isPermutation = layout.toSorted((one, other) => one - other).join() === inOrder(lengths).join()
  if (!isOneOf(order, ['K']) || !isPermutation) throw new ImageError(message('pickle-order-unknown'))
  return {
    kind: 'array',
    content: { ...of3, shape: layout.map((axis) => lengths[axis] ?? 0), layout: inverse(layout) },
  }
}

/** `dtype('u1', False, True)`. */
function type([name]: readonly PickleValue[]): PickledType {
  if (!isText(name)) throw new ImageError(message('pickle-type-nameless'))
  return { kind: 'type', code: nameOf(name), order: '|' }
}

/** `encode('…', 'latin1')`: how the protocols before 3 write bytes. */
function encoded([text, encoding]: readonly PickleValue[]): PickleBytes {
  if (!isText(text) || !isOneOf(encoding, ['latin1'])) throw new ImageError(message('pickle-encoding-unknown'))
  return { kind: 'bytes', source: text }
}

/** `(3, '<', None, None, None, -1, -1, 0)`: the Nones stand for parts of a value, which pixels do not have. */
function byteOrder([, order, ...rest]: readonly PickleValue[]): string {
  if (!isOneOf(order, ['<', '>', '|']) || !isText(order) || rest.slice(0, 3).some((part) => part !== null))
    throw new ImageError(message('pickle-values-not-numbers'))
  return nameOf(order)
}

/** `(1, shape, type, isFortran, bytes)`. */
function content([, shape, of, isFortran, bytes]: readonly PickleValue[]): PickledArray['content'] {
  const lengths = numbersOf(shape)
  const layout = isFortran === true ? inOrder(lengths).reverse() : inOrder(lengths)
  return { shape: lengths, type: typeOf(of), bytes: arrayBytes(bytes), layout }
}

function inOrder(lengths: readonly number[]): number[] {
  return [...lengths.keys()]
}

/** Dimension `d` of the array is axis `axes[d]` of the memory. */
function inverse(axes: readonly number[]): number[] {
  return inOrder(axes).map((axis) => axes.indexOf(axis))
}

function typeOf(value: PickleValue | undefined): PickledType {
  if (!isKind(value, 'type')) throw new ImageError(message('pickle-array-without-type'))
  return value
}

function arrayBytes(value: PickleValue | undefined): PickleBytes {
  if (!isKind(value, 'bytes')) throw new ImageError(message('pickle-array-without-bytes'))
  return value
}

function numbersOf(value: PickleValue | undefined): readonly number[] {
  const numbers = itemsOf(value).filter((item) => typeof item === 'number')
  if (numbers.length !== itemsOf(value).length) throw new ImageError(message('pickle-array-without-shape'))
  return numbers
}

function itemsOf(value: PickleValue | undefined): readonly PickleValue[] {
  if (!isKind(value, 'tuple')) throw new ImageError(message('pickle-without-tuple'))
  return value.items
}

type Structured = Exclude<PickleValue, null | boolean | number | PickleText>

function isKind<Kind extends Structured['kind']>(
  value: PickleValue | undefined,
  kind: Kind,
): value is Extract<Structured, { kind: Kind }> {
  return typeof value === 'object' && value !== null && value.kind === kind
}
