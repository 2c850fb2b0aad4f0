import { z } from 'zod'
import { ImageId, ProjectSlug } from '../../ids.ts'
import { onProject, ProjectRef, SaidOrSentence, TaskRef } from '../kit.ts'
import { ModelView } from './models.ts'

const Share = z.number().min(0).max(1)

/** Result of the task. */
export const ModelLabelsResult = z.object({
  project: ProjectSlug,
  /** Objects that wait for a person now. */
  proposed: z.int(),
  /** Images that the model looked at. */
  succeeded: z.int(),
  failed: z.int(),
  /** The first of them. */
  failedItems: z.array(z.object({ error: SaidOrSentence })),
})

export const modelLabelsContract = {
  /** The models of the machine that labels. */
  models: onProject('image:annotate').output(z.array(ModelView).readonly()),
  /** Has a model look at images. What it finds waits on them as proposals, and is no label before a person accepts it. */
  start: onProject('image:annotate')
    .input(
      ProjectRef.extend({
        model: z.string(),
        images: z.array(ImageId),
        /** Least confidence. */
        confidence: Share,
        /** Something found that overlaps a label of its class by more is that label. */
        overlap: Share,
      }),
    )
    .output(TaskRef),
}
