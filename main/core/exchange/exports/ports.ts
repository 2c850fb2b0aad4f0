import type { ExportFormat, LeftOut } from '#common/contract/exports'
import type { ProjectType } from '#common/contract/projects'
import type { ExportClass, ExportImage, ExportVersion } from '#common/exports/model'
import type { Message } from '#common/messages/template'
import type { Split } from '#common/split'
import type { ReceivedBlob } from '../../dataset/images/ports.ts'
import type { TaskProgress } from '../../tasks/ports.ts'

/** A format that a person can choose. */
export interface FormatInfo {
  readonly id: string
  readonly title: string
  readonly keeps: Message
  readonly fidelity: ExportFormat['fidelity']
  /** Contents of annotations that the files have no place for. */
  readonly leavesOut: readonly Exclude<LeftOut['kind'], 'images'>[]
  /** Other identifiers that clients use for it. */
  readonly aliases: readonly string[]
}

/** Everything an exporter reads of a version. Images come in code-unit order of `fileName`; the walk can be repeated. */
export interface ExportSource {
  readonly version: ExportVersion
  images(split: Split): AsyncIterable<ExportImage & { readonly fileName: string }>
}

export interface ExportWriter {
  /** The formats that fit a kind of project. */
  formats(type: ProjectType): readonly FormatInfo[]
  /**
   * Writes the archive into the blob store under a temporary name. The same source gives the same bytes. Throws a `StoredImageError` for an
   * image whose stored file is missing or damaged.
   */
  write(format: string, source: ExportSource, context: WriteContext): Promise<ReceivedBlob>
  describe(
    format: string,
    source: ExportSource,
  ): Promise<{ readonly tree: readonly TreeLine[]; readonly record: SampleRecord | undefined }>
  /** Class names as the archive spells them, in class order. */
  asciiNames(format: string, classes: readonly ExportClass[]): readonly { readonly from: string; readonly to: string }[]
}

/** A line of the file tree: branches as they are drawn, and behind them the name of a file or folder, or how many there are. */
export interface TreeLine {
  readonly branches: string
  readonly says: string | Message
  /** Marks the archive and the first file with labels. */
  readonly strong: boolean
}

/** A stored image that goes into an archive is missing or damaged. */
export interface StoredImageError extends Error {
  readonly name: 'ImageUnreadableError'
  /** Its place in the archive. */
  readonly path: string
}

export function isStoredImageError(failure: unknown): failure is StoredImageError {
  return failure instanceof Error && failure.name === 'ImageUnreadableError'
}

/** One record as it will be written, and the image it is about. */
export interface SampleRecord {
  readonly text: string
  readonly caption: Message
  readonly image: ExportImage
}

export interface WriteContext {
  readonly signal: AbortSignal
  readonly report: (progress: TaskProgress) => void
}
