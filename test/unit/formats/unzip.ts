import { buffer } from 'node:stream/consumers'
import { openPromise } from 'yauzl'

/** What a reader that is not ours finds in an archive. */
export async function unzip(path: string) {
  const zip = await openPromise(path)
  const entries = []
  for await (const entry of zip.eachEntry()) {
    const bytes = entry.fileName.endsWith('/') ? Buffer.alloc(0) : await buffer(await zip.openReadStreamPromise(entry))
    entries.push({
      path: entry.fileName,
      method: entry.compressionMethod === 0 ? 'stored' : 'deflated',
      text: bytes.toString(),
      modified: entry.getLastModDate({ timezone: 'UTC', forceDosFormat: true }).toISOString(),
    })
  }
  return entries
}
