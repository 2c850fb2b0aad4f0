import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { EventFileKind, EventMedia, EventStore, FoundFile } from '../ports.ts'

export interface ServedFile extends FoundFile {
  /** Where its bytes are, absolute. */
  readonly path: string
}

interface FileDependencies {
  readonly store: Pick<EventStore, 'reader'>
  readonly media: Pick<EventMedia, 'pathOf' | 'check'>
}

/** The files of events, one at a time. */
export function fileService({ store, media }: FileDependencies) {
  return {
    /** A file by its id; where a kind is named, those of other kinds are not found. */
    async file(fileId: string, kind?: EventFileKind): Promise<Result<ServedFile, Refusal>> {
      const found = await store.reader.file(fileId)
      if (found === undefined || (kind !== undefined && found.kind !== kind))
        return refuse('event-file-not-found', `There is no ${kind === 'local' ? 'local-only file' : 'file'} ${fileId}`)
      // The sender reports a missing file.
      if ((await media.check(found.hash)) === 'damaged')
        return refuse('event-file-damaged', `The stored file ${fileId} is damaged. Attach it to its event again`)
      return ok({ ...found, path: media.pathOf(found.hash) })
    },
  }
}
