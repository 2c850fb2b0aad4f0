import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** Returns all entries of an archive by path. */
export function readZip(bytes: Buffer): Promise<Map<string, Buffer>> {
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (failure, zip) => {
      if (failure) return reject(failure)
      const entries = new Map<string, Buffer>()
      zip.on('error', reject)
      zip.on('end', () => resolve(entries))
      zip.on('entry', (entry: yauzl.Entry) => {
        zip.openReadStream(entry, (refused, stream) => {
          if (refused) return reject(refused)
          buffer(stream).then((content) => {
            entries.set(entry.fileName, content)
            zip.readEntry()
          }, reject)
        })
      })
      zip.readEntry()
    })
  })
}
