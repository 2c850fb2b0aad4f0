import { z } from 'zod'
import { ImageCard, ImageFilter } from '../images.ts'
import { onProject, ProjectRef } from '../kit.ts'

/** How alike images of a group may be asked to be, 0…1. */
export const LIKENESS = { least: 0.9, usual: 0.95, most: 0.99 } as const

const SimilarImage = z.object({
  card: ImageCard,
  /** How alike it is to the image to keep; 1 of that itself. */
  alike: z.number(),
})
export type SimilarImage = z.infer<typeof SimilarImage>

/** Images that look alike, the one to keep first. */
const SimilarGroup = z.object({ images: z.array(SimilarImage) })
export type SimilarGroup = z.infer<typeof SimilarGroup>

export const SimilarGroups = z.object({
  /** Large ones first; of very many the first. */
  groups: z.array(SimilarGroup),
  /** How many groups there are, and how many images are in them. */
  total: z.number().int(),
  images: z.number().int(),
  /** Images whose looks are not described yet. */
  undescribed: z.number().int(),
})
export type SimilarGroups = z.infer<typeof SimilarGroups>

export const similarContract = {
  groups: onProject('image:read')
    .input(ProjectRef.extend({ filter: ImageFilter, alike: z.number().min(LIKENESS.least).max(LIKENESS.most) }))
    .output(SimilarGroups),
}
