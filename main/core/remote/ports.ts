import type { ProjectType } from '#common/contract/projects'
import type { Refusal } from '#common/errors'
import type { Result } from '#common/result'
import type { FormatInfo } from '../exchange/exports/ports.ts'
import type { Management } from '../management/ports.ts'
import type { Clock, Notes, Random } from '../ports.ts'
import type { VersionRenderer } from '../versions/ports.ts'

/** Dependencies of the studio while it works on a remote. */
export interface Remote {
  /** `nas:9000`, for sentences. */
  readonly host: string
  readonly management: Management
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
  /** Rejects once the studio works elsewhere. */
  readonly wait: (ms: number) => Promise<void>
  /** Export formats for a type of project, by the exporters of this program. */
  readonly formats: (type: ProjectType) => readonly FormatInfo[]
  /** Draws previews on this machine. */
  readonly renderer: VersionRenderer
  /** Keeps a finished preview for a while and answers the URL that shows it. */
  readonly show: (jpeg: Uint8Array) => string
  /** A small JPEG of an image; undefined when it cannot be read. */
  readonly shrink: (image: Uint8Array) => Promise<Uint8Array | undefined>
  /** The file of an image, fetched. */
  readonly original: (project: string, image: string) => Promise<Result<{ readonly path: string }, Refusal>>
}

/** The pixels of another machine's images. */
export interface ImageSource {
  /** The bytes of an image as it was sent, or of its small copy. Never more than an image may have. */
  open(project: string, image: string, kind: 'original' | 'thumb'): Promise<Result<AsyncIterable<Uint8Array>, Refusal>>
  /** The bytes behind a link that the machine answered. Never more than an image may have. */
  follow(link: string): Promise<Result<AsyncIterable<Uint8Array>, Refusal>>
}
