import type { Workspace } from '#core/access/workspaces/ports'
import type { ImageFetcher } from '#core/dataset/images/fetch-ports'
import type { Ages, Clock, Random } from '#core/ports'
import type { VersionRenderer } from '#core/versions/ports'
import type { Library } from '#storage/library/library'
import type { RecoveringTaskRunner } from '#tasks/runner'
import type { NoteHub } from '../note-hub.ts'
import type { Remote } from '../remote/remote.ts'
import type { FileAdapters } from './files.ts'
import type { ModelAdapters } from './models.ts'
import type { ReadingAdapters } from './reading.ts'

/** The adapters of the core's ports, on which the services stand. */
export interface Adapters extends Base, FileAdapters, ReadingAdapters, ModelAdapters {
  /** Renders the images of versions. */
  readonly renderer: VersionRenderer
  readonly fetcher: ImageFetcher
  /** The remote that projects are sent to. */
  readonly remote?: Remote | undefined
}

/** What every domain needs. */
export interface Base {
  readonly library: Library
  readonly workspace: Workspace
  readonly runner: RecoveringTaskRunner
  readonly notes: NoteHub
  readonly clock: Clock
  /** The library's own time, by which things grow old. */
  readonly time: Clock & Ages
  readonly random: Random
  /** How long things stay in the trash. */
  readonly trashDays?: number | undefined
  /** Images worked on at the same time. */
  readonly cores: number
  readonly logFailure: (message: string, failure: unknown) => void
}
