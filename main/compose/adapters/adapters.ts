import type { ImageFetcher } from '#core/dataset/images/fetch-ports'
import type { VersionRenderer } from '#core/versions/ports'
import type { Remote } from '../remote/remote.ts'
import type { Base } from './base.ts'
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
