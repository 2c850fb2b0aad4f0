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
        return refuse(kind === 'local' ? 'local-event-file-not-found' : 'event-file-unknown', { file: fileId })
      // The sender reports a missing file.
      if ((await media.check(found.hash)) === 'damaged') return refuse('event-file-damaged', { file: fileId })
      return ok({ ...found, path: media.pathOf(found.hash) })
    },
  }
}
