import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPromise } from 'yauzl'

/** Unpacks an archive and returns the paths of its files. */
export async function unpack(archive: string, folder: string): Promise<string[]> {
  const zip = await openPromise(archive, { lazyEntries: true })
  const paths: string[] = []
  for await (const entry of zip.eachEntry()) {
    const target = join(folder, entry.fileName)
    await mkdir(entry.fileName.endsWith('/') ? target : dirname(target), { recursive: true })
    if (entry.fileName.endsWith('/')) continue
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target))
    paths.push(entry.fileName)
  }
  return paths
}
