import type { ExportClass, ExportImage } from '#common/exports/model'
import type { BlobHash, ImageId, ProjectId, TaskId } from '#common/ids'
import type { Split, SplitCounts } from '#common/split'
import type { WorkspaceRow } from '../../../access/workspaces/ports.ts'
import type { SearchSpec } from '../../../dataset/search/ports.ts'
import type { ToldCounts } from '../../../versions/model.ts'
import type { SearchFacts } from './facts.ts'

/** Which images: what a query finds in some projects, or those that a person picked in one. */
export type Picked =
  | ({ readonly kind: 'search' } & SearchSpec)
  | { readonly kind: 'images'; readonly projects: readonly [ProjectId]; readonly images: readonly ImageId[] }

/** Images picked of a project; a project with none has no entry. */
export interface PickedOf {
  readonly projectId: ProjectId
  readonly splits: SplitCounts
  /** Size of the source files. */
  readonly bytes: number
}

export interface NewSearchExport {
  readonly taskId: TaskId
  readonly workspace: WorkspaceRow
  readonly format: string
  readonly fileName: string
  readonly facts: SearchFacts
  /** In this order their classes are numbered where names leave it open. */
  readonly projects: readonly ProjectId[]
  /** The private key of the download link. */
  readonly linkKey: string
  readonly createdAt: Date
}

export interface SearchExportRecord extends Omit<NewSearchExport, 'projects' | 'workspace'> {
  /** Classes of all projects, as they were; several may have one name. */
  readonly classes: readonly ExportClass[]
  /** The archive, or undefined while it is being made. */
  readonly made: { readonly blob: BlobHash; readonly bytes: number } | undefined
}

/** An image as it was when the export was asked for. Size and shapes are in the displayed frame. */
export interface PickedImage extends Omit<ExportImage, 'variant'> {
  readonly position: number
}

/** An image as it stands in the archive. */
export interface ReadyImage {
  readonly position: number
  readonly fileName: string
  readonly blob: BlobHash
  readonly bytes: number
}

export interface SearchExportRepository {
  /** How many images are picked of each project now. */
  summary(picked: Picked): Promise<PickedOf[]>
  /** How many of their labels say something that not every format has a place for. */
  told(picked: Picked): Promise<ToldCounts>
  /** Copies the images, their labels and the classes as they are at this moment, in one transaction. */
  freeze(wanted: NewSearchExport, picked: Picked): Promise<void>
  /** Also while a project of it is in the trash. */
  find(taskId: TaskId): Promise<SearchExportRecord | undefined>
  /** Nothing while a project whose images it holds is in the trash. */
  findLive(workspace: WorkspaceRow, taskId: TaskId): Promise<SearchExportRecord | undefined>
  findByLink(linkKey: string): Promise<SearchExportRecord | undefined>
  /** Whose images it holds; empty when it is not there. */
  projects(taskId: TaskId): Promise<ProjectId[]>
  counts(taskId: TaskId): Promise<SplitCounts>
  /** How many of its objects are crowd or ignore regions. */
  crowds(taskId: TaskId): Promise<number>
  /** How many of them are lines and points. */
  lines(taskId: TaskId): Promise<number>
  /** Images that are not ready, behind a position, in order. */
  unready(taskId: TaskId, after: number, limit: number): Promise<PickedImage[]>
  /** Takes images out that cannot be exported. */
  leaveOut(taskId: TaskId, positions: readonly number[]): Promise<void>
  setReady(taskId: TaskId, images: readonly ReadyImage[]): Promise<void>
  /** A window of ready images in code-unit order of their file names, after `after`. */
  images(
    taskId: TaskId,
    window: { readonly split: Split; readonly after: string; readonly limit: number },
  ): Promise<(PickedImage & { readonly fileName: string })[]>
  finish(taskId: TaskId, made: { readonly blob: BlobHash; readonly bytes: number }): Promise<void>
  /** Lets the copied images go; the export itself stays. */
  dropImages(taskId: TaskId): Promise<void>
  /** Takes away those that were asked for until then and are not being made; answers how many. */
  forget(until: Date): Promise<number>
}

/** Makes originals fit to stand beside their labels. */
export interface ImageTurner {
  /**
   * A JPEG of the displayed image, at its full size; undefined for a JPEG that is displayed as it is stored. Throws when the file cannot
   * be read.
   */
  upright(path: string): Promise<Uint8Array | undefined>
}
