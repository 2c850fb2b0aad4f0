import { message } from '#common/messages/message'
import { type DatasetFile, DatasetFileError, type DatasetFiles } from '#core/exchange/datasets/ports'
import { withKnownNumbers } from '../../../labels/kit/json.ts'
import { type Pause, pauses } from '../pauses.ts'
import { elementScanner, JsonTextError, type RawBatch } from './scanner.ts'

/** Of a JSON file that is read piece by piece. */
export const MAX_JSON_BYTES = 1024 * 1024 * 1024

/** Pieces small enough that parsing one keeps nobody waiting. */
const PIECE_BYTES = 64 * 1024

/** Entries that stand one behind the other in a list or an object. */
export interface JsonBatch {
  /** Empty for the outermost list or object. */
  readonly key: string
  /** The place of the first one, from 0. */
  readonly first: number
  /** The names of members of an object. */
  readonly names: readonly string[]
  /** `NOT_JSON` for an entry that is none. */
  readonly values: readonly unknown[]
  /** The line of an entry, from 1; worth asking only when something is wrong with it. */
  lineOf(offset: number): number
}

export const NOT_JSON = Symbol('not JSON')

/**
 * The entries of the lists (`keys`) and the members of the objects behind some keys of the outermost object, or of the outermost bracket
 * (the key `''`), in the order of the file and some hundred at a time. What stands behind other keys is passed over. Holds one batch, so
 * the file may be longer than the longest text of the machine. Throws `JsonTextError`.
 */
export async function* jsonBatches(
  dataset: DatasetFiles,
  file: DatasetFile,
  {
    keys,
    objects = [],
    pause,
  }: { readonly keys: readonly string[]; readonly objects?: readonly string[]; readonly pause: Pause },
): AsyncGenerator<JsonBatch> {
  const scanner = elementScanner({ lists: keys, objects })
  let length = 0
  for await (const bytes of dataset.read(file)) {
    length += bytes.byteLength
    if (length > MAX_JSON_BYTES) throw new JsonTextError(message('json-too-large'), 1)
    for (let start = 0; start < bytes.byteLength; start += PIECE_BYTES) {
      for (const raw of scanner.push(bytes.subarray(start, start + PIECE_BYTES))) yield parsed(raw)
      await pause()
    }
  }
  scanner.end()
}

/** The object behind a key of the outermost one, wherever that is; undefined where there is none. Its members are read one by one. */
export async function objectBehind(
  dataset: DatasetFiles,
  file: DatasetFile,
  key: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const members: [name: string, value: unknown][] = []
  let isThere = false
  for await (const { names, values } of jsonBatches(dataset, file, { keys: [], objects: [key], pause: pauses() })) {
    isThere = true
    for (const [at, name] of names.entries()) if (values[at] !== NOT_JSON) members.push([name, values[at]])
  }
  return isThere ? Object.fromEntries(members) : undefined
}

/** Whether a list stands behind a key of the outermost object, wherever that is; long texts before it are passed over. */
export async function hasList(dataset: DatasetFiles, file: DatasetFile, key: string): Promise<boolean> {
  const scanner = elementScanner({ lists: [key] })
  const pause = pauses()
  try {
    for await (const piece of piecesOf(dataset.read(file))) {
      scanner.push(piece)
      if (scanner.hasMet(key)) return true
      await pause()
    }
  } catch (error) {
    if (!(error instanceof JsonTextError) && !(error instanceof DatasetFileError)) throw error
  }
  return false
}

async function* piecesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of chunks) {
    for (let start = 0; start < bytes.byteLength; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES)
  }
}

function parsed({ key, isObject, first, line, text }: RawBatch): JsonBatch {
  let lines: readonly number[] | undefined
  const entries = isObject ? membersOf(text) : []
  return {
    key,
    first,
    names: entries.map(([name]) => name),
    values: isObject ? entries.map(([, value]) => value) : (parsedTogether(text) ?? parsedOneByOne(text.slice(1, -1))),
    lineOf(offset) {
      lines ??= linesOfEntries(text.slice(1, -1))
      return line + (lines[offset] ?? 0)
    },
  }
}

function parsedTogether(text: string): readonly unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(text)
    return Array.isArray(values) ? values : undefined
  } catch {
    return undefined
  }
}

type Member = readonly [name: string, value: unknown]

/** In the order of the text, which the language does not keep of members that are called by numbers. */
function membersOf(text: string): readonly Member[] {
  const together = membersIn(text) ?? []
  const isOrdered = together.length > 0 && !together.some(([name]) => /^\d+$/.test(name))
  return isOrdered
    ? together
    : entriesIn(text.slice(1, -1)).map(({ start, end }) => memberIn(text.slice(start + 1, end + 1)))
}

function memberIn(text: string): Member {
  const [member] = membersIn(`{${withKnownNumbers(text)}}`) ?? []
  return member ?? ['', NOT_JSON]
}

function membersIn(text: string): readonly Member[] | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? Object.entries(read) : undefined
  } catch {
    return undefined
  }
}

function parsedOneByOne(text: string): readonly unknown[] {
  return entriesIn(text).map(({ start, end }) => parsedAlone(text.slice(start, end)))
}

function parsedAlone(text: string): unknown {
  try {
    return JSON.parse(withKnownNumbers(text))
  } catch {
    return NOT_JSON
  }
}

/** Where each entry of a list begins and ends. */
function entriesIn(text: string): readonly { readonly start: number; readonly end: number }[] {
  const entries: { start: number; end: number }[] = []
  let [depth, start] = [0, 0]
  for (const { index, 0: mark } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/gs)) {
    if (mark === '{' || mark === '[') depth += 1
    if (mark === '}' || mark === ']') depth -= 1
    if (mark !== ',' || depth > 0) continue
    entries.push({ start, end: index })
    start = index + 1
  }
  return [...entries, { start, end: text.length }]
}

/** How many lines stand before each entry. */
function linesOfEntries(text: string): readonly number[] {
  let [line, at] = [0, 0]
  return entriesIn(text).map(({ start, end }) => {
    const begin = start + text.slice(start, end).search(/\S|$/)
    line += breaksIn(text.slice(at, begin))
    at = begin
    return line
  })
}

function breaksIn(text: string): number {
  return text.split('\n').length - 1
}
