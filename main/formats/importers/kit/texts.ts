import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { err, ok, type Result } from '#common/result'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { faultInLines, MAX_EMPTY_LINES, MAX_LINE } from '../../labels/kit/limits.ts'
import { shorten } from '../../labels/kit/reading.ts'
import { inFull } from './rows-said.ts'

/** Of a file about one image, and of any line: more is a mistake or an attack. */
export const MAX_TEXT_BYTES = 64 * 1024 * 1024

const TOO_LARGE = message('text-larger-than', { most: MAX_TEXT_BYTES })

/** A whole small file as text, without a mark of its byte order. */
export async function readText(dataset: DatasetFiles, file: DatasetFile): Promise<Result<string, DatasetProblem>> {
  const { path } = file
  if (file.bytes > MAX_TEXT_BYTES) return err({ path, reason: TOO_LARGE })
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of dataset.read(file)) {
    length += piece.byteLength
    if (length > MAX_TEXT_BYTES) return err({ path, reason: TOO_LARGE })
    pieces.push(piece)
  }
  const bytes = pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
  const text = decode(bytes) ?? declaredDecoder(bytes)?.decode(bytes)
  const fault = encodingFault(bytes, text)
  if (fault !== undefined) return err({ path, reason: inFull(fault) })
  return text === undefined ? err({ path, line: lineOfOddByte(bytes), reason: inFull(NOT_UTF8) }) : ok(text)
}

/** As `readText`, of a file whose lines each say one thing. */
export async function readShortLines(
  dataset: DatasetFiles,
  file: DatasetFile,
): Promise<Result<string, DatasetProblem>> {
  const text = await readText(dataset, file)
  if (!text.ok) return text
  const fault = faultInLines(text.value)
  return fault ? err({ path: file.path, line: fault.line, reason: message('file-not-used', {}, fault.reason) }) : text
}

/** The text of one line of a file that may be large. */
export interface TextLine {
  readonly text: string
  /** From 1. */
  readonly line: number
}

/** The lines of a file, one at a time; a line that is no text, or too long, is a problem, and the next one follows. */
export async function* textLines(
  dataset: DatasetFiles,
  file: DatasetFile,
  most = MAX_LINE,
): AsyncGenerator<TextLine | DatasetProblem> {
  let empty = 0
  for await (const line of allLines(dataset, file, most)) {
    if ('text' in line && line.text === '') empty += 1
    if (empty > MAX_EMPTY_LINES) return yield { path: file.path, line: line.line ?? 1, reason: TOO_EMPTY }
    yield line
  }
}

const TOO_EMPTY = message('empty-lines-end-reading', { most: MAX_EMPTY_LINES })

async function* allLines(
  dataset: DatasetFiles,
  file: DatasetFile,
  most: number,
): AsyncGenerator<TextLine | DatasetProblem> {
  let [line, rest, isDropped] = [1, EMPTY, false]
  const { path } = file
  for await (const piece of dataset.read(file)) {
    let start = 0
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, start)) {
      const bytes = joined(rest, piece.subarray(start, end))
      if (!isDropped) yield toLine(bytes, line, path)
      ;[start, line, rest, isDropped] = [end + 1, line + 1, [], false]
    }
    if (isDropped) continue
    rest = [...rest, piece.subarray(start)]
    isDropped = lengthOf(rest) > most
    if (isDropped) {
      rest = []
      yield { path, line, reason: message('this-line-too-long', { most }) }
    }
  }
  const bytes = joined(rest, EMPTY_BYTES)
  if (!isDropped && bytes.byteLength > 0) yield toLine(bytes, line, path)
}

const LINE_FEED = 0x0a
const EMPTY: readonly Uint8Array[] = []
const EMPTY_BYTES = new Uint8Array()

export const NOT_UTF8 = message('file-not-utf-8')

function toLine(bytes: Uint8Array, line: number, path: string): TextLine | DatasetProblem {
  const text = decode(bytes)
  if (text === undefined) return { path, line, reason: inFull(NOT_UTF8) }
  return { text: text.replace(/\r$/, ''), line }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Of XML that declares another encoding, in which any bytes are text; undefined for all other files. */
export function declaredDecoder(head: Uint8Array): InstanceType<typeof TextDecoder> | undefined {
  const encoding = declaredEncoding(head)
  return encoding !== undefined && ONE_BYTE.test(encoding) ? new TextDecoder(encoding) : undefined
}

/** The fault of XML that declares an unsupported encoding. ASCII reads the same in all. */
export function encodingFault(head: Uint8Array, text: string | undefined): Message | undefined {
  const encoding = declaredEncoding(head)
  if (encoding === undefined || ONE_BYTE.test(encoding) || UNICODE.test(encoding)) return undefined
  if (text !== undefined && !BEYOND_ASCII.test(text)) return undefined
  return message('encoding-unsupported', { encoding: shorten(encoding) })
}

function declaredEncoding(head: Uint8Array): string | undefined {
  const start = Buffer.from(head.subarray(0, 200)).toString('latin1')
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["'](?<name>[\w.:-]+)["']/i.exec(start)?.groups?.['name']
}

const ONE_BYTE =
  /^(?:iso-?8859-(?:[1-9]|1[0-1]|1[3-6])|latin1|windows-125[0-8]|cp125[0-2]|koi8-[ru]|ibm866|macintosh)$/i
const UNICODE = /^(?:utf-?8|utf-?16(?:[bl]e)?|(?:us-)?ascii)$/i
const BEYOND_ASCII = /[\u0080-\uffff]/

/** Where the first byte stands that is not UTF-8: the longest part before it is. */
function lineOfOddByte(bytes: Uint8Array): number {
  let line = 1
  for (let start = 0; start < bytes.byteLength; line += 1) {
    const end = bytes.indexOf(LINE_FEED, start)
    const next = end < 0 ? bytes.byteLength : end
    if (decode(bytes.subarray(start, next)) === undefined) return line
    start = next + 1
  }
  return line
}

function joined(pieces: readonly Uint8Array[], last: Uint8Array): Uint8Array {
  return pieces.length === 0 ? last : Buffer.concat([...pieces, last])
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
}
