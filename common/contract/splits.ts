import { z } from 'zod'
import { ClassId, ImageId } from '../ids.ts'
import { Split, SplitCounts } from '../split.ts'
import { onProject, Page, ProjectRef, TaskRef } from './kit.ts'

/** The specification's rebalance request; shares are relative. */
export const RebalanceRequest = z.object({
  shares: SplitCounts,
  mode: z.enum(['rebalance', 'shuffle']),
  grouping: z.enum(['global', 'batch']),
  /** Only images whose shapes are all of these classes move; empty: every image may. */
  classes: z.array(ClassId),
  /** Decides which images move; the same seed gives the same moves. */
  seed: z.string().regex(/^[0-9a-f]{32}$/),
})
export type RebalanceRequest = z.infer<typeof RebalanceRequest>

export const Move = z.object({
  image: ImageId,
  name: z.string(),
  from: Split,
  to: Split,
  /** `over-share`: the split that it leaves has more images than its share. */
  why: z.enum(['shuffled', 'over-share']),
})
export type Move = z.infer<typeof Move>

export const RebalancePreview = z.object({
  now: SplitCounts,
  after: SplitCounts,
  total: z.number().int(),
  moves: z.array(Move),
  classes: z.array(z.object({ id: ClassId, now: SplitCounts, after: SplitCounts })),
})
export type RebalancePreview = z.infer<typeof RebalancePreview>

export const splitsContract = {
  /** `moves` is the asked-for window of the move list, `total` its length. Nothing is changed. */
  preview: onProject('project:read')
    .input(ProjectRef.extend({ request: RebalanceRequest, page: Page }))
    .output(RebalancePreview),
  start: onProject('project:update')
    .input(ProjectRef.extend({ request: RebalanceRequest }))
    .output(TaskRef),
  /** Puts the images that a rebalance moved back where they were, unless they moved again since. */
  undo: onProject('project:update')
    .input(ProjectRef.extend(TaskRef.shape))
    .output(z.object({ moved: z.number().int() })),
}
