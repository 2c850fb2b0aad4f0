import { z } from 'zod'
import { Change, Edit } from '../annotation/edit.ts'
import { Proposal, ProposalChange } from '../annotation/proposal.ts'
import { Shape } from '../annotation/shape.ts'
import { ProposalId } from '../ids.ts'
import { ImageState } from './images.ts'
import { ImageRef, procedure } from './kit.ts'

/** A picture's labels with the number that every write must carry, so that no label lands on another state or picture. */
export const OpenedAnnotations = z.object({
  revision: z.number().int(),
  shapes: z.array(Shape),
  /** What models said of the picture, in the order in which it came; those that were accepted or rejected are listed in `settled`. */
  proposals: z.array(Proposal),
  settled: z.array(ProposalId),
  state: ImageState,
  isNull: z.boolean(),
  /** Labels of the gestures that can be taken back (last one last) and repeated (next one first); at most the nearest 200. */
  undo: z.array(z.string()),
  redo: z.array(z.string()),
})
export type OpenedAnnotations = z.infer<typeof OpenedAnnotations>

/** What a write left behind. `changes` are what the client must apply: empty for its own edit. */
export const Written = z.object({
  revision: z.number().int(),
  changes: z.array(Change),
  /** The same for proposals. */
  proposals: z.array(ProposalChange),
  state: ImageState,
  isNull: z.boolean(),
  undo: z.array(z.string()),
  redo: z.array(z.string()),
})
export type Written = z.infer<typeof Written>

const AtRevision = ImageRef.extend({ revision: z.number().int() })

export const annotationsContract = {
  open: procedure.input(ImageRef).output(OpenedAnnotations),
  /** On disk when it answers. Refused with `edit-conflict` when the revision or a `before` is not the stored one. */
  commit: procedure.input(AtRevision.extend({ edit: Edit })).output(Written),
  undo: procedure.input(AtRevision).output(Written),
  redo: procedure.input(AtRevision).output(Written),
  /** `done`, or back to work; `isNull` marks a picture without shapes as holding nothing to label. */
  setState: procedure.input(AtRevision.extend({ done: z.boolean(), isNull: z.boolean() })).output(Written),
}
