import type { ImageId, ShapeId } from '#common/ids'
import type { OutlineRefusal } from '#renderer/tools/outlines/refusal'
import type { Drawn } from './editor-state.ts'
import type { MachineNotice } from './machine.ts'
import type { ReviewNews } from './review-news.ts'

/** Events that deserve a notice in the corner. */
export type EditorNotice =
  | { readonly kind: 'too-small'; readonly drawn: Drawn }
  | { readonly kind: 'draft-kept'; readonly image: ImageId }
  | { readonly kind: 'draft-restored' }
  /** The objects of the class have other points than the ones that were to be of it. */
  | { readonly kind: 'other-points'; readonly name: string }
  | { readonly kind: 'discarded'; readonly drawn: readonly Drawn[] }
  /** The result of a command whose effect cannot be seen. */
  | { readonly kind: 'said'; readonly text: string }
  /** Something was undone that was done before this window was opened. */
  | { readonly kind: 'undone'; readonly image: ImageId; readonly text: string }
  | { readonly kind: 'all-done' }
  | { readonly kind: 'has-shapes'; readonly count: number }
  | { readonly kind: 'review'; readonly about: ReviewNews }
  | MachineNotice
  /** An outline was drawn that crosses itself. */
  | { readonly kind: 'crossing'; readonly shape: ShapeId }
  | { readonly kind: 'outline-refused'; readonly refusal: OutlineRefusal }
