import { type FileHandle, open, readFile } from 'node:fs/promises'
import { refusal } from '#common/errors'
import type { BlobHash } from '#common/ids'
import { eventFileName } from '#core/events/files/file-names'
import type { EventMedia, EventReader } from '#core/events/ports'
import { type ExportedEvents, eventExport, exportName } from '#core/events/studio/export'
import type { StoreClock } from '#core/time/store-clock'
import { type ZipEntry, zipFile } from '#formats/kit/zip'
import { RefusedRequest } from '#servers/kit/refused-request'
import type { EventFiles } from '#servers/studio/services'
import type { ImageFiles } from '#storage/blobs/images'

interface Sources {
  readonly reader: EventReader
  readonly media: Pick<EventMedia, 'pathOf' | 'check'>
  readonly images: Pick<ImageFiles, 'sized'>
  readonly clock: StoreClock
}

/** Reported only before the first byte of the archive; after that, the download breaks off. */
function damagedImage(name: string): RefusedRequest {
  return new RefusedRequest(refusal('event-image-damaged', { image: name }))
}

/** Files of events for the studio's pages, and downloads of many. */
export function eventFiles({ reader, media, images, clock }: Sources): EventFiles {
  const exporting = eventExport(reader)

  async function* jsonl(events: ExportedEvents): AsyncGenerator<Uint8Array> {
    for await (const lines of exporting.lines(events)) yield Buffer.from(lines)
  }

  async function* archived(events: ExportedEvents): AsyncGenerator<ZipEntry> {
    const same = await exporting.untilNow(events)
    yield { path: 'events.jsonl', content: jsonl(same), isDeflated: true }
    for await (const { name, hash } of exporting.images(same)) {
      // A damaged file ends the download: an archive that hides it would be taken for a whole one.
      if ((await media.check(hash)) === 'damaged') throw damagedImage(name)
      const content = await readWhole(media.pathOf(hash))
      if (content !== undefined) yield { path: name, content, isDeflated: false }
    }
  }

  return {
    async file(fileId) {
      const found = await reader.file(fileId)
      if (found === undefined) return undefined
      const { hash: tag, contentType: type, kind } = found
      if ((await media.check(tag)) === 'damaged') return undefined
      return { path: media.pathOf(tag), tag, type, fileName: eventFileName(found), isVideo: kind === 'video' }
    },

    async image(fileId, size) {
      const found = await reader.file(fileId)
      if (found === undefined || !found.contentType.startsWith('image/')) return undefined
      const format = found.contentType.slice('image/'.length)
      return images.sized({ blob: found.hash, path: media.pathOf(found.hash), format }, size)
    },

    export(events, kind) {
      const now = clock.now()
      const name = exportName(now)
      if (kind === 'jsonl') return { fileName: `${name}.jsonl`, type: 'application/x-ndjson', bytes: jsonl(events) }
      const bytes = zipFile(archived(events), new Date(now / 1000))
      return { fileName: `${name}.zip`, type: 'application/zip', bytes }
    },
  }
}

/** The file's bytes, or undefined if it was deleted meanwhile. */
async function readWhole(path: string): Promise<Uint8Array | undefined> {
  return readFile(path).catch(() => undefined)
}

/** Opens a file of an event, to be read once; undefined when it is not there any more, or damaged. */
export function eventFileOpener({ pathOf, check }: Pick<EventMedia, 'pathOf' | 'check'>) {
  return async (hash: BlobHash): Promise<AsyncIterable<Uint8Array> | undefined> => {
    if ((await check(hash)) !== 'sound') return undefined
    const file: FileHandle | undefined = await open(pathOf(hash)).catch(() => undefined)
    return file?.createReadStream()
  }
}
