import type { Written } from '#common/contract/annotations'
import type { ImageDetails } from '#common/contract/images'
import type { LibraryNote } from '#common/contract/session'
import type { Refusal } from '#common/errors'
import type { ClassId, ImageId } from '#common/ids'
import type { Result } from '#common/result'
import type { Workspace } from '#core/access/workspaces/ports'
import type { AnnotatedWith, AnnotationFile } from '#core/annotation/annotations/annotation-file'
import type { LabelMisfit, ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { AnnotationUpload } from '#core/annotation/annotations/service'
import type { StoredImage } from '#core/dataset/images/ports'
import type { Project } from '#core/dataset/projects/ports'
import type { ImageKind } from '#servers/management/wire/links'

/** The database and workspace that the thread opens. */
export interface LabellingOpening {
  readonly database: string
  /** Of the studio. */
  readonly workspace: Workspace
}

/** A request to the thread. `now`: milliseconds since 1970 by the clock of the caller. */
export type LabellingRequest = { readonly now: number } & (
  | { readonly kind: 'frame'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'file'; readonly asked: AskedFile }
  | { readonly kind: 'replace'; readonly asked: AskedReplacement }
  | { readonly kind: 'image'; readonly asked: AskedImage }
  | { readonly kind: 'draw'; readonly asked: AskedDrawing }
)

/** Annotations; with the name of a model what that says of the image. */
export type SentAnnotations = AnnotationFile & { readonly source?: string }

/** An annotation file for an image; `packed` holds what was read of it. */
export interface AskedFile {
  readonly project: Project
  readonly image: StoredImage
  readonly file: SentAnnotations
  readonly packed?: Uint8Array<ArrayBuffer> | undefined
}

/** Objects that replace what is on an image. */
export interface AskedReplacement {
  readonly project: Project
  readonly image: ImageId
  readonly upload: Omit<AnnotationUpload, 'onMisfit'>
}

/** An image whose answer to a program is wanted as JSON. */
export interface AskedImage {
  readonly project: Project
  readonly details: ImageDetails
  readonly links: Readonly<Record<ImageKind, string>>
  readonly marks: boolean
}

/** The annotations of an image alone, to be drawn. */
export interface AskedDrawing {
  readonly image: Pick<StoredImage, 'id' | 'projectId' | 'width' | 'height'>
  /** `#RRGGBB` of each class. */
  readonly colors: ReadonlyMap<ClassId, string>
  readonly as: 'png' | 'svg'
}

export interface LabellingReply {
  /** The identifier of the thread that did it. */
  readonly ranIn: number
  readonly notes: readonly LibraryNote[]
  readonly failures: readonly Failure[]
  readonly done: Done
}

export type Done =
  | { readonly kind: 'frame'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'file'; readonly result: Result<AnnotatedWith, Refusal> }
  | {
      readonly kind: 'replace'
      readonly result: Result<Written, Refusal>
      /** Parts left out of the annotations that are on the image now. */
      readonly misfits: readonly LabelMisfit[]
    }
  | { readonly kind: 'image'; readonly result: Result<Uint8Array<ArrayBuffer>, Refusal> }
  /** The drawing as a file. */
  | { readonly kind: 'draw'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** The disk has no room for it. */
  | { readonly kind: 'full' }

export interface Failure {
  readonly path: string
  readonly message: string
}

/** Both sides are this program. */
export function readOpening(data: unknown): LabellingOpening {
  return data as LabellingOpening
}

export function readRequest(message: unknown): LabellingRequest {
  return message as LabellingRequest
}

export function readReply(message: unknown): LabellingReply {
  return message as LabellingReply
}

/** A file as the process of foreign files packed it, after `v8.deserialize`. */
export function readPacked(value: unknown): Result<readonly ReadAnnotation[], Refusal> {
  return value as Result<readonly ReadAnnotation[], Refusal>
}
