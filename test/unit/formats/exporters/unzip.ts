import { buffer } from 'node:stream/consumers'
import { openPromise } from 'yauzl'

/** Contents of an archive, by an independent reader. */
export async function unzip(path: string) {
  const entries = await unzipBytes(path)
  return entries.map(({ bytes, ...entry }) => ({ ...entry, text: bytes.toString() }))
}

/** The same with the bytes of each entry. */
export async function unzipBytes(path: string) {
  const zip = await openPromise(path)
  const entries = []
  for await (const entry of zip.eachEntry()) {
    const bytes = entry.fileName.endsWith('/') ? Buffer.alloc(0) : await buffer(await zip.openReadStreamPromise(entry))
    entries.push({
      path: entry.fileName,
      method: entry.compressionMethod === 0 ? 'stored' : 'deflated',
      bytes,
      modified: entry.getLastModDate({ timezone: 'UTC', forceDosFormat: true }).toISOString(),
    })
  }
  return entries
}
