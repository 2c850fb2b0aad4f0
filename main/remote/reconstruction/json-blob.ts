import { setImmediate } from 'node:timers/promises'

/** Of bytes that become base64 at once. A multiple of three, so that there is no padding before the end. */
const BYTES = 768 * 1024
/** Of text that is escaped at once. */
const LETTERS = 1024 * 1024
const ENTRIES = 4096

/**
 * The JSON text of a request of many megabytes, made without holding up other requests. Bytes in it become base64. Depth is not limited
 * here: a value that was read from a body is nested 100 levels at most.
 */
export async function jsonBlob(value: unknown): Promise<Blob> {
  const blobs: Blob[] = []
  let text = ''
  for (const piece of piecesOf(value)) {
    text += piece
    if (text.length < LETTERS) continue
    blobs.push(new Blob([text]))
    text = ''
    await setImmediate()
  }
  return new Blob([...blobs, text])
}

function* piecesOf(value: unknown): Generator<string> {
  if (value instanceof Uint8Array) yield* base64Of(value)
  else if (typeof value === 'string') yield* textOf(value)
  else if (Array.isArray(value)) yield* listOf(value)
  else if (typeof value === 'object' && value !== null) yield* objectOf(value)
  else yield JSON.stringify(value) ?? 'null'
}

function* base64Of({ buffer, byteOffset, byteLength }: Uint8Array): Generator<string> {
  const bytes = Buffer.from(buffer, byteOffset, byteLength)
  yield '"'
  for (let at = 0; at < byteLength; at += BYTES) yield bytes.toString('base64', at, Math.min(at + BYTES, byteLength))
  yield '"'
}

/** Between the halves of a surrogate pair both are written as escapes, which mean the same. */
function* textOf(text: string): Generator<string> {
  yield '"'
  for (let at = 0; at < text.length; at += LETTERS) yield JSON.stringify(text.slice(at, at + LETTERS)).slice(1, -1)
  yield '"'
}

/** Outlines are long lists of numbers. */
function* listOf(list: readonly unknown[]): Generator<string> {
  yield '['
  for (let at = 0; at < list.length; at += ENTRIES) {
    const part = list.slice(at, at + ENTRIES)
    if (at > 0) yield ','
    if (part.every((entry) => typeof entry === 'number')) yield JSON.stringify(part).slice(1, -1)
    else yield* separated(part, piecesOf)
  }
  yield ']'
}

function* objectOf(object: object): Generator<string> {
  const members = Object.entries(object).filter(([, member]) => member !== undefined)
  yield '{'
  yield* separated(members, memberOf)
  yield '}'
}

function* memberOf([name, member]: readonly [string, unknown]): Generator<string> {
  yield `${JSON.stringify(name)}:`
  yield* piecesOf(member)
}

function* separated<Entry>(entries: readonly Entry[], write: (entry: Entry) => Iterable<string>): Generator<string> {
  for (const [place, entry] of entries.entries()) {
    if (place > 0) yield ','
    yield* write(entry)
  }
}
