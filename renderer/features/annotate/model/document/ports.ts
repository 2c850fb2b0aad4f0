import type { ContractRouterClient } from '@orpc/contract'
import type { AnnotationDocument } from '#common/annotation/edit'
import type { annotationsContract } from '#common/contract/annotations'
import type { ImageId, ProjectSlug } from '#common/ids'
import type { Reason } from '#common/messages/reasons'
import type { Journal } from './journal.ts'

export type AnnotationsPort = Pick<
  ContractRouterClient<typeof annotationsContract>,
  'open' | 'commit' | 'undo' | 'redo' | 'setState'
>

/** Notices about annotations that could not be written as they were drawn. */
export type DocumentNotice =
  /** The image was labeled elsewhere; `dropped` of the own changes no longer fit. */
  | { readonly kind: 'conflict'; readonly image: ImageId; readonly dropped: number }
  /** Shapes that were deleted elsewhere. `isEdited`: as own edits would have left them; else as they were. */
  | {
      readonly kind: 'removed'
      readonly image: ImageId
      readonly shapes: AnnotationDocument
      readonly isEdited: boolean
    }
  /** The image is no longer in the project: `unsaved` acts on it are kept in case it comes back. */
  | { readonly kind: 'gone'; readonly image: ImageId; readonly unsaved: number }
  /** `isKept`: the changes wait until the labels can be read again. */
  | { readonly kind: 'refused'; readonly image: ImageId; readonly error: unknown; readonly isKept?: boolean }

export interface DocumentStoreOptions {
  readonly project: ProjectSlug
  readonly port: AnnotationsPort
  /** The name that the log gets; empty when nobody gave one. */
  readonly by: () => string
  /** The code of a refusal; undefined when the core could not be reached or broke. */
  readonly reasonOf: (error: unknown) => Reason | undefined
  readonly sentenceOf: (error: unknown) => string
  readonly notify: (notice: DocumentNotice) => void
  /** Whether a gesture has one of the shapes in hand: they stay until it ends. */
  readonly isHeld?: (image: ImageId, shapes: AnnotationDocument) => boolean
  readonly wait: (ms: number) => Promise<void>
  readonly journal: Journal
}
