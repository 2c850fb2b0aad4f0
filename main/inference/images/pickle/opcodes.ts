import { message } from '#common/messages/message'
import { ImageError } from '../image-error.ts'
import { build, call, find } from './constructors.ts'
import type { Machine } from './machine.ts'
import { nameOf, quoted } from './text.ts'
import type { PickleText } from './values.ts'

type Step = (machine: Machine) => void

const HIGHEST_PROTOCOL = 5

/** By the opcode's byte: all that numpy needs for an array in the protocols 0 to 5, and nothing else. */
export const OPCODES: ReadonlyMap<number, Step> = new Map<number, Step>([
  [0x80, checkProtocol],
  // The contents of a frame are read like everything else; the frame must be complete, though.
  [0x95, checkFrame],
  [code('('), (machine) => machine.mark()],
  [code('t'), (machine) => machine.push({ kind: 'tuple', items: machine.popToMark() })],
  [code(')'), (machine) => machine.push({ kind: 'tuple', items: [] })],
  [0x85, (machine) => pushTuple(machine, 1)],
  [0x86, (machine) => pushTuple(machine, 2)],
  [0x87, (machine) => pushTuple(machine, 3)],
  [code('N'), (machine) => machine.push(null)],
  [0x88, (machine) => machine.push(true)],
  [0x89, (machine) => machine.push(false)],
  [code('I'), pushDecimal],
  [code('J'), (machine) => machine.push(machine.reader.int32())],
  [code('K'), (machine) => machine.push(machine.reader.byte())],
  [code('M'), (machine) => machine.push(machine.reader.uint16())],
  [code('V'), (machine) => machine.push({ kind: 'text', bytes: machine.reader.line(), encoding: 'raw' })],
  [code('X'), (machine) => pushText(machine, machine.reader.uint32())],
  [0x8c, (machine) => pushText(machine, machine.reader.byte())],
  [0x8d, (machine) => pushText(machine, machine.reader.uint64())],
  [code('B'), (machine) => pushBytes(machine, machine.reader.uint32())],
  [code('C'), (machine) => pushBytes(machine, machine.reader.byte())],
  [0x8e, (machine) => pushBytes(machine, machine.reader.uint64())],
  [0x96, (machine) => pushBytes(machine, machine.reader.uint64())],
  [code('c'), ({ reader, push }) => push(find(line(reader.line()), line(reader.line())))],
  [0x93, pushNamed],
  [code('R'), reduce],
  [code('b'), fillIn],
  [code('p'), (machine) => machine.remember(decimal(machine.reader.line()))],
  [code('q'), (machine) => machine.remember(machine.reader.byte())],
  [code('r'), (machine) => machine.remember(machine.reader.uint32())],
  [0x94, (machine) => machine.rememberNext()],
  [code('g'), (machine) => machine.recall(decimal(machine.reader.line()))],
  [code('h'), (machine) => machine.recall(machine.reader.byte())],
  [code('j'), (machine) => machine.recall(machine.reader.uint32())],
])

function code(letter: string): number {
  return letter.charCodeAt(0)
}

function checkProtocol({ reader }: Machine): void {
  const protocol = reader.byte()
  if (protocol > HIGHEST_PROTOCOL)
    throw new ImageError(message('pickle-protocol-too-new', { protocol, most: HIGHEST_PROTOCOL }))
}

function checkFrame({ reader }: Machine): void {
  const length = reader.uint64()
  if (length > reader.left())
    throw new ImageError(message('pickle-frame-cut', { length: String(length), left: reader.left() }))
}

function pushTuple(machine: Machine, length: number): void {
  const items = Array.from({ length }, machine.pop).reverse()
  machine.push({ kind: 'tuple', items })
}

/** Protocol 0 writes `I1`, and `I00` and `I01` for false and true. */
function pushDecimal(machine: Machine): void {
  const digits = machine.reader.line()
  const text = line(digits)
  machine.push(text === '00' ? false : text === '01' ? true : decimal(digits))
}

function pushText(machine: Machine, length: number): void {
  machine.push({ kind: 'text', bytes: machine.reader.bytes(length), encoding: 'utf8' })
}

function pushBytes(machine: Machine, length: number): void {
  machine.push({ kind: 'bytes', source: machine.reader.bytes(length) })
}

function pushNamed(machine: Machine): void {
  const name = nameOf(machine.popText())
  const owner = nameOf(machine.popText())
  machine.push(find(owner, name))
}

function reduce(machine: Machine): void {
  const values = machine.pop()
  const named = machine.pop()
  machine.push(call(named, values))
}

function fillIn(machine: Machine): void {
  const state = machine.pop()
  build(machine.top(), state)
}

function line(bytes: Uint8Array): string {
  const text: PickleText = { kind: 'text', bytes, encoding: 'raw' }
  return nameOf(text)
}

function decimal(digits: Uint8Array): number {
  const text = line(digits)
  if (!/^-?\d{1,15}$/.test(text)) throw new ImageError(message('pickle-number-malformed', { text: quoted(text) }))
  return Number(text)
}
