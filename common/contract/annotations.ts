import { z } from 'zod'
import { Change, Edit } from '../annotation/edit.ts'
import { ToldName } from '../annotation/edit-name.ts'
import { Actor, OperationKind } from '../annotation/operation.ts'
import { Proposal, ProposalChange } from '../annotation/proposal.ts'
import { GivenVerdict, Review } from '../annotation/review.ts'
import { Shape } from '../annotation/shape.ts'
import { Sketch } from '../annotation/sketch.ts'
import { MaskStroke } from '../annotation/stroke.ts'
import { ProposalId } from '../ids.ts'
import { ImageState } from './images.ts'
import { ImageRef, Moment, onProject, Page } from './kit.ts'

/** An image's labels with the number that every write must carry, so that no label lands on another state or image. */
export const OpenedAnnotations = z.object({
  revision: z.number().int(),
  shapes: z.array(Shape),
  /** Predictions of models for the image, in the order in which they came; accepted and rejected ones are listed in `settled`. */
  proposals: z.array(Proposal),
  settled: z.array(ProposalId),
  state: ImageState,
  isNull: z.boolean(),
  review: Review,
  /** Shape that somebody began to draw and did not finish. */
  sketch: Sketch.nullable(),
  /** Names of the gestures that can be taken back (last one last) and repeated (next one first); at most the nearest 200. */
  undo: z.array(ToldName),
  redo: z.array(ToldName),
})
export type OpenedAnnotations = z.infer<typeof OpenedAnnotations>

/** Result of a write. `changes` are those that the client must apply: empty for its own edit. */
export const Written = z.object({
  revision: z.number().int(),
  changes: z.array(Change),
  /** The same for masks that were painted on. */
  strokes: z.array(MaskStroke).optional(),
  /** The same for predictions. */
  proposals: z.array(ProposalChange),
  state: ImageState,
  isNull: z.boolean(),
  review: Review,
  undo: z.array(ToldName),
  redo: z.array(ToldName),
})
export type Written = z.infer<typeof Written>

/** One entry of an image's log. */
export const Operation = z.object({
  /** Grows with time, over all images. */
  id: z.number().int(),
  kind: OperationKind,
  /** Of an undo and a redo: the name of the edit that they are about. */
  name: ToldName,
  by: Actor,
  madeAt: Moment,
  /** Labels that it added, changed or took away. */
  shapes: z.number().int(),
  /** Of an edit: whether it is in the labels as they are, waits to be repeated, or can be neither. Of all others null. */
  standing: z.enum(['applied', 'undone', 'gone']).nullable(),
})
export type Operation = z.infer<typeof Operation>

/** `by`: the name of the person at the window, for the log; nobody has to give one. */
const AtRevision = ImageRef.extend({ revision: z.number().int(), by: z.string().trim().max(100).optional() })

export const annotationsContract = {
  open: onProject('image:read').input(ImageRef).output(OpenedAnnotations),
  /** On disk when it answers. Refused with `edit-conflict` when the revision or a `before` is not the stored one. */
  commit: onProject('image:annotate')
    .input(AtRevision.extend({ edit: Edit }))
    .output(Written),
  undo: onProject('image:annotate', 'image:read').input(AtRevision).output(Written),
  redo: onProject('image:annotate', 'image:read').input(AtRevision).output(Written),
  /**
   * `done`, or back to work; `isNull` marks an image without shapes as holding nothing to label. `verdict` is what a reviewer says
   * with it, or null to take that back.
   */
  setState: onProject('image:annotate')
    .input(AtRevision.extend({ done: z.boolean(), isNull: z.boolean(), verdict: GivenVerdict.nullable().optional() }))
    .output(Written),
  /** Null takes the sketch of an image away. */
  keepSketch: onProject('image:annotate')
    .input(ImageRef.extend({ sketch: Sketch.nullable() }))
    .output(z.object({})),
  /** The log of an image, newest first. */
  history: onProject('image:read')
    .input(ImageRef.extend(Page.shape))
    .output(z.object({ total: z.number().int(), rows: z.array(Operation) })),
  /** The labels as they were after an operation of the image's log; after operation 0: before the first. */
  past: onProject('image:read')
    .input(ImageRef.extend({ operation: z.number().int().nonnegative() }))
    .output(z.object({ shapes: z.array(Shape) })),
}
