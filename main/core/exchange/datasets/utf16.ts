import type { DatasetFile, DatasetFiles } from './ports.ts'

/** Kinds of files that hold text; the bytes of any other may begin in any way. */
const TEXT = /\.(?:txt|csv|tsv|json|jsonl|ndjson|geojson|xml|ya?ml|names|labels|data|pbtxt|manifest|odgt)$/i

/** The dataset with its texts as UTF-8: spreadsheets like to save UTF-16, which the first two bytes give away. */
export function withUtf8(files: DatasetFiles): DatasetFiles {
  return {
    ...files,
    read: (file) => (TEXT.test(file.path) ? inUtf8(files.read(file)) : files.read(file)),
    async head(file, bytes) {
      const head = await files.head(file, bytes)
      return TEXT.test(file.path) && MISREAD_MARK.test(head) ? firstOf(files, file, bytes) : head
    },
  }
}

/** Either mark, read as UTF-8. */
const MISREAD_MARK = /^\uFFFD\uFFFD/

/** No UTF-8 has this byte: whoever reads the file says that it is none. */
const DAMAGED = new Uint8Array([0xff])

type Decoder = InstanceType<typeof TextDecoder>

async function* inUtf8(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: Decoder | undefined
  let isPlain = false
  for await (const piece of marked(pieces)) {
    isPlain ||= decoder === undefined && encodingOf(piece) === undefined
    if (isPlain) {
      yield piece
      continue
    }
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true })
    const decoded = decodedBy(decoder, piece)
    yield decoded ?? DAMAGED
    if (decoded === undefined) return
  }
  const isCutOff = decoder !== undefined && decodedBy(decoder) === undefined
  if (isCutOff) yield DAMAGED
}

/** The same bytes, the first two of them in one piece. */
async function* marked(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let first: Uint8Array | undefined = new Uint8Array()
  for await (const piece of pieces) {
    if (first === undefined) {
      yield piece
      continue
    }
    first = first.byteLength === 0 ? piece : Buffer.concat([first, piece])
    if (first.byteLength < 2) continue
    yield first
    first = undefined
  }
  if (first !== undefined && first.byteLength > 0) yield first
}

function encodingOf([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** A small text as a whole. */
export function textOf(bytes: Buffer): string {
  const encoding = encodingOf(bytes)
  return encoding === undefined ? bytes.toString('utf8') : new TextDecoder(encoding).decode(bytes)
}

/** The decoded piece, or undefined where the bytes are damaged; without a piece, where they end inside a character. */
function decodedBy(decoder: Decoder, piece?: Uint8Array): Uint8Array | undefined {
  try {
    return Buffer.from(piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true }))
  } catch {
    return undefined
  }
}

/** The text of the first bytes of a file in UTF-16. */
async function firstOf(files: DatasetFiles, file: DatasetFile, bytes: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of files.read(file)) {
    pieces.push(piece)
    length += piece.byteLength
    if (length >= bytes) break
  }
  return textOf(Buffer.concat(pieces).subarray(0, bytes))
}
