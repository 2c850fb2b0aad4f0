import type { Edit } from '#common/annotation/edit'
import type { Actor } from '#common/annotation/operation'
import type { GivenVerdict } from '#common/annotation/review'
import type { Shape } from '#common/annotation/shape'
import type { Sketch } from '#common/annotation/sketch'
import type { OpenedAnnotations, Operation, Written } from '#common/contract/annotations'
import type { Sorted } from '#common/contract/review/sorting'
import type { Refusal } from '#common/errors'
import type { ImageId, ProjectId } from '#common/ids'
import type { Result } from '#common/result'
import type { CanWait } from '../../dataset/images/ports.ts'
import type { NewClass } from '../../dataset/projects/ports.ts'

/** Which state of which image a write is meant for. */
export interface AnnotationTarget {
  readonly projectId: ProjectId
  readonly image: ImageId
  readonly revision: number
}

/** An image with the revision that an act left it at. */
export type Reached = Omit<AnnotationTarget, 'projectId'>

/** Author and time of an operation in the log. */
export interface Stamp {
  readonly by: Actor
  readonly madeAt: Date
}

/** An edit to store. `state` also sets the image's state, in the same transaction; absent, drawing marks it as started. */
export interface Gesture extends Stamp {
  readonly edit: Edit | undefined
  readonly state?: WantedState
}

/** State that a person sets for an image as a whole. */
export interface WantedState {
  readonly done: boolean
  readonly isNull: boolean
  /** Absent when no reviewer says anything; null takes back what one said. */
  readonly verdict?: GivenVerdict | null | undefined
}

/** A whole annotation for an image as it stands when the turn of the write comes. */
export interface Replacement {
  readonly canWait?: CanWait
  /** Classes that the labels need; those whose name the project lacks are made. */
  readonly classes: readonly NewClass[]
  /** Asked before anything is written. */
  accept(opened: OpenedAnnotations): Result<undefined, Refusal>
  gesture(opened: OpenedAnnotations, classes: readonly NewClass[]): Gesture
}

/** Labels and their history. Each method is one unit of work: on disk when it answers, or nothing happened. */
export interface AnnotationRepository {
  open(projectId: ProjectId, image: ImageId): Promise<OpenedAnnotations | undefined>
  commit(target: AnnotationTarget, gesture: Gesture): Promise<Result<Written, Refusal>>
  /** Classes and labels in one transaction. */
  replace(target: Omit<AnnotationTarget, 'revision'>, replacement: Replacement): Promise<Result<Written, Refusal>>
  /** Gives each image the gesture that is made for it as it is found, all in one transaction; none where that is undefined. */
  commitEach(
    projectId: ProjectId,
    images: readonly ImageId[],
    gestureOf: (opened: OpenedAnnotations) => Gesture | undefined,
  ): Promise<Result<Sorted, Refusal>>
  /** Undoes or repeats the last change of each image that is still at its revision, all in one transaction. */
  moveEach(
    projectId: ProjectId,
    images: readonly Reached[],
    move: { readonly way: 'undo' | 'redo'; readonly stamp: Stamp },
  ): Promise<Sorted>
  undo(target: AnnotationTarget, stamp: Stamp): Promise<Result<Written, Refusal>>
  redo(target: AnnotationTarget, stamp: Stamp): Promise<Result<Written, Refusal>>
  /** False when the image is not there. */
  keepSketch(of: Omit<AnnotationTarget, 'revision'>, sketch: Sketch | null): Promise<boolean>
  /** A window of the image's log, newest first; undefined when the image is not there. */
  history(projectId: ProjectId, image: ImageId, page: PageOf): Promise<History | undefined>
  past(at: PastTarget): Promise<Result<readonly Shape[], Refusal>>
}

export interface PageOf {
  readonly offset: number
  readonly limit: number
}

export interface History {
  readonly total: number
  readonly rows: Operation[]
}

/** A moment of an image: right after an operation of its log. */
export interface PastTarget extends Omit<AnnotationTarget, 'revision'> {
  readonly operation: number
}
