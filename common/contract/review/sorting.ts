import { z } from 'zod'
import { Shape } from '../../annotation/shape.ts'
import { ClassId, ImageId } from '../../ids.ts'
import { onProject, ProjectRef } from '../kit.ts'

/** Most images that one act labels. */
export const MAX_BLOCK = 500

const By = z.object({ by: z.string().trim().max(100) })
const Reached = z.object({ image: ImageId, revision: z.number().int() })

const Sorted = z.object({
  /** As they are now; the revision leads back. */
  changed: z.array(Reached.extend({ shapes: z.array(Shape), isDone: z.boolean() })),
  /** Images that are gone, or were changed by somebody else since: they stay as they are. */
  skipped: z.number().int(),
})
export type Sorted = z.infer<typeof Sorted>

const Block = ProjectRef.extend({ ...By.shape, images: z.array(Reached).min(1).max(MAX_BLOCK) })

/** Classes for many images at once, each act in one transaction. */
export const sortingContract = {
  /** Images that are so already are not among the changed. */
  label: onProject('image:annotate')
    .input(
      ProjectRef.extend({
        ...By.shape,
        images: z.array(ImageId).min(1).max(MAX_BLOCK),
        classId: ClassId,
        way: z.enum(['give', 'take']),
        /** They are done with it. */
        done: z.boolean(),
      }),
    )
    .output(Sorted),
  /** Takes the last change of each image back, where it is still at the revision. */
  undo: onProject('image:annotate').input(Block).output(Sorted),
  redo: onProject('image:annotate').input(Block).output(Sorted),
}
