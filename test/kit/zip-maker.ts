import { crc32, deflateRawSync } from 'node:zlib'

/** An entry of an archive, with false headers where a test wants them. */
export interface MadeEntry {
  readonly path: string
  readonly content: Buffer | string
  /** Size in the headers. */
  readonly statedBytes?: number
  /** Checksum in the headers. */
  readonly statedCrc?: number
  readonly isEncrypted?: boolean
  /** 8 (deflated) when absent. */
  readonly method?: number
  /** Unix file type and permissions; a regular file when absent. */
  readonly mode?: number
}

const NAME_IS_UTF8 = 0x0800

/** Makes a ZIP file of these entries with every field as given. */
export function makeZip(entries: readonly MadeEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { head, packed, name } = describeEntry(entry)
    const local = Buffer.concat([signed(0x04034b50), head, Buffer.alloc(2), name, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(((entry.mode ?? 0o100644) * 65_536) >>> 0, 6)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([signed(0x02014b50), madeOnUnix(), head, Buffer.alloc(2), rest, name]))
    locals.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, listed, signed(0x06054b50), end])
}

function describeEntry({ path, content, method = 8, isEncrypted = false, statedBytes, statedCrc }: MadeEntry) {
  const bytes = Buffer.from(content)
  const name = Buffer.from(path)
  const packed = method === 8 ? deflateRawSync(bytes) : bytes
  const head = Buffer.alloc(24)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(NAME_IS_UTF8 + (isEncrypted ? 1 : 0), 2)
  head.writeUInt16LE(method, 4)
  head.writeUInt32LE(statedCrc ?? crc32(bytes), 10)
  head.writeUInt32LE(packed.length, 14)
  head.writeUInt32LE(statedBytes ?? bytes.length, 18)
  head.writeUInt16LE(name.length, 22)
  return { head, packed, name }
}

function signed(signature: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(signature)
  return bytes
}

function madeOnUnix(): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(3 * 256 + 20)
  return bytes
}
