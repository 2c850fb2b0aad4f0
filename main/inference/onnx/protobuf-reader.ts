import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { WIRE } from './protobuf.ts'

/** A stretch of a file; `end` lies behind it. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Work over a file that asks for the stretches it needs and is handed their bytes: whoever drives it has them in memory
 * or reads them from a disk.
 */
export type Reading<Value> = Generator<Span, Value, Uint8Array>

export interface ProtoField {
  readonly number: number
  /** Value of a whole number, as a signed one of 64 bits; 0 for every other kind of field. */
  readonly int: number
  /** Where the content of a text, of bytes or of a message lies; empty for numbers. */
  readonly content: Span
}

export interface ProtoReader {
  /** Visits the fields of a message in their order; a field that is not looked into costs no reading. */
  readonly eachField: (message: Span, visit: (field: ProtoField) => Reading<void> | undefined) => Reading<void>
  readonly text: (content: Span) => Reading<string>
  readonly bytes: (span: Span) => Reading<Uint8Array>
}

/** Thrown for bytes that are no such message; the fault goes on after "… is no ONNX model:". */
export class MalformedError extends Error {
  override readonly name = 'MalformedError'
  readonly fault: Message

  constructor(fault: Message) {
    super(fault.code)
    this.fault = fault
  }
}

/** A mark of byte order is a character like others: names are compared as they are written. */
const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true })

const CHUNK_BYTES = 16 * 1024
const MAX_TEXT_BYTES = 16 * 1024 * 1024
/** Large models have some ten thousand: beyond this, bytes were made to keep a reader busy. */
const MAX_FIELDS = 1_000_000
const MAX_VARINT_BYTES = 10
/** A field's number and a length or value, at their longest. */
const MAX_HEAD_BYTES = 2 * MAX_VARINT_BYTES
const STRANGE_BYTES = message('onnx-laid-out-strangely')
const CUT_OFF = message('onnx-ends-before-size')
const ENDS_IN_FIELD = message('onnx-ends-in-field')
const TOO_MANY_FIELDS = message('onnx-too-many-fields', { most: String(MAX_FIELDS) })
const TOO_MUCH_TEXT = message('onnx-too-much-text')

/** Reads messages of a file of this size; what it may visit and keep is bounded, whatever the bytes are. */
export function protoReader(size: number): ProtoReader {
  let window: { readonly start: number; readonly bytes: Uint8Array } = { start: 0, bytes: new Uint8Array(0) }
  let [fieldsLeft, textLeft] = [MAX_FIELDS, MAX_TEXT_BYTES]

  function* bytesOf({ start, end }: Span): Reading<Uint8Array> {
    if (start < window.start || end > window.start + window.bytes.length) {
      const wanted = { start, end: Math.min(size, Math.max(end, start + CHUNK_BYTES)) }
      window = { start, bytes: yield wanted }
      if (window.bytes.length < end - start) throw new MalformedError(CUT_OFF)
    }
    return window.bytes.subarray(start - window.start, end - window.start)
  }

  return {
    *eachField(message, visit) {
      let position = message.start
      while (position < message.end) {
        fieldsLeft--
        if (fieldsLeft < 0) throw new MalformedError(TOO_MANY_FIELDS)
        const head = yield* bytesOf({ start: position, end: Math.min(position + MAX_HEAD_BYTES, message.end) })
        const { field, end } = parseField(head, { start: position, end: message.end })
        const inside = visit(field)
        if (inside) yield* inside
        position = end
      }
    },
    *text(content) {
      textLeft -= content.end - content.start
      if (textLeft < 0) throw new MalformedError(TOO_MUCH_TEXT)
      return UTF8.decode(yield* bytesOf(content))
    },
    bytes: bytesOf,
  }
}

function parseField(head: Uint8Array, within: Span): { readonly field: ProtoField; readonly end: number } {
  const tag = varintAt(head, 0)
  const [number, wire] = [Math.floor(tag.value / 8), tag.value % 8]
  if (number < 1 || number > 0x1fffffff) throw new MalformedError(STRANGE_BYTES)
  const value =
    wire === WIRE.varint || wire === WIRE.delimited ? varintAt(head, tag.next) : { value: 0, next: tag.next }
  const start = within.start + value.next
  const end = start + contentLength(wire, value.value)
  if (end > within.end) throw new MalformedError(ENDS_IN_FIELD)
  const content = { start, end: wire === WIRE.delimited ? end : start }
  return { field: { number, int: wire === WIRE.varint ? value.value : 0, content }, end }
}

function contentLength(wire: number, stated: number): number {
  if (wire === WIRE.varint) return 0
  if (wire === WIRE.fixed32) return 4
  if (wire === WIRE.fixed64) return 8
  if (wire === WIRE.delimited && stated >= 0) return stated
  throw new MalformedError(STRANGE_BYTES)
}

function varintAt(bytes: Uint8Array, start: number): { readonly value: number; readonly next: number } {
  let last = start
  while (last - start < MAX_VARINT_BYTES && (bytes[last] ?? 0) >= 0x80) last++
  if (last - start === MAX_VARINT_BYTES) throw new MalformedError(STRANGE_BYTES)
  if (last >= bytes.length) throw new MalformedError(ENDS_IN_FIELD)
  return { value: varintValue(bytes.subarray(start, last + 1)), next: last + 1 }
}

function varintValue(bytes: Uint8Array): number {
  if (bytes.length <= 7) return bytes.reduceRight((value, byte) => value * 0x80 + (byte & 0x7f), 0)
  return Number(
    BigInt.asIntN(
      64,
      bytes.reduceRight((value, byte) => value * 0x80n + BigInt(byte & 0x7f), 0n),
    ),
  )
}
