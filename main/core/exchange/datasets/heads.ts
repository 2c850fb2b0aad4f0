import { type DatasetFile, type DatasetFiles, oneChunk } from './ports.ts'

/** Read of a file in one go: as much as nearly all formats look at. */
const HEAD_BYTES = 64 * 1024

/** Held of the files of one dataset: some ten thousand small files. */
const MAX_HELD_BYTES = 64 * 1024 * 1024

/**
 * The files of a dataset, of which each is opened once however many formats look at its head. Small files are held as a whole, so that
 * reading them later opens none again. Beyond `mostBytes` nothing more is held, and files are read again each time.
 */
export function withHeads(files: DatasetFiles, mostBytes = MAX_HELD_BYTES): DatasetFiles {
  const heads = new Map<string, Promise<string>>()
  const wholes = new Map<string, Promise<Uint8Array>>()
  let left = mostBytes

  function headOf(file: DatasetFile): Promise<string> {
    if (file.bytes <= HEAD_BYTES) return held(wholes, file, wholeOf).then(textOf)
    return held(heads, file, (each) => files.head(each, HEAD_BYTES))
  }

  function held<Value>(
    map: Map<string, Promise<Value>>,
    file: DatasetFile,
    read: (file: DatasetFile) => Promise<Value>,
  ): Promise<Value> {
    const known = map.get(file.path)
    if (known) return known
    const found = read(file)
    const bytes = Math.min(file.bytes, HEAD_BYTES)
    if (bytes > left) return found
    left -= bytes
    map.set(file.path, found)
    return found
  }

  async function wholeOf(file: DatasetFile): Promise<Uint8Array> {
    const pieces: Uint8Array[] = []
    for await (const piece of files.read(file)) pieces.push(piece)
    return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
  }

  return {
    ...files,
    async *read(file) {
      const whole = wholes.get(file.path)
      yield* whole ? oneChunk(await whole) : files.read(file)
    },
    async head(file, bytes) {
      if (bytes > HEAD_BYTES) return files.head(file, bytes)
      const head = await headOf(file)
      return file.bytes <= bytes ? head : firstBytes(head, bytes)
    },
  }
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
}

/** At most so many bytes of a text. */
function firstBytes(text: string, bytes: number): string {
  if (bytes >= HEAD_BYTES) return text
  return Buffer.from(text.slice(0, bytes)).subarray(0, bytes).toString('utf8')
}
