import { z } from 'zod'
import { Split } from '#common/split'
import { MOST_COMPARED, MOST_PAIRS, NEAR_DUPLICATE } from '#core/dataset/health/likeness'
import { HEAT_CELLS } from '#core/dataset/health/rules'
import { MOST_HEAT_MAPS } from '#core/management/health'
import { QueryText, SplitsBody } from './kit.ts'

const Image = z.object({ id: z.string(), name: z.string(), split: Split })

const AlikeGroups = z.object({
  groups: z.int(),
  images: z.int().meta({ description: 'Images in these groups' }),
  pairs: z
    .array(z.object({ pictures: z.tuple([Image, Image]), similarity: z.number() }))
    .meta({ description: `Sorted by similarity, most similar first; at most ${MOST_PAIRS}` }),
})

const Size = z.object({ width: z.int(), height: z.int() })

export const HealthBody = z
  .object({
    images: z.int(),
    annotations: z.int(),
    averageAnnotations: z.number().meta({ description: 'On an image that has any' }),
    unannotated: z.int(),
    nullExamples: z.int().meta({ description: 'Images marked as background' }),
    splits: SplitsBody,
    classes: z.record(
      z.string(),
      z.object({
        count: z.int(),
        images: z.int(),
        splits: SplitsBody.meta({ description: 'Images with the class' }),
        balance: z.number().meta({ description: '1: as many objects as an even share of all' }),
      }),
    ),
    dimensions: z
      .object({ median: Size, min: Size, max: Size, aspectRatios: z.record(z.string(), z.int()) })
      .nullable(),
    heatMaps: z.record(z.string(), z.array(z.int())).meta({
      description:
        `By class: objects that touch each cell of a grid of ${HEAT_CELLS} × ${HEAT_CELLS}, row by row. ` +
        `Of the ${MOST_HEAT_MAPS} classes with the most objects`,
    }),
    nearDuplicates: AlikeGroups.meta({
      description: `Images that look alike: a similarity of at least ${NEAR_DUPLICATE} to the first of their group`,
    }),
    splitLeakage: AlikeGroups.meta({ description: 'Those of them that lie in several splits' }),
    notCompared: z
      .int()
      .meta({ description: `Images whose looks are not described, and those past the first ${MOST_COMPARED}` }),
    generatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Health' })

export const HealthQuery = z.object({
  regenerate: QueryText.optional().meta({ description: '"true": make the report anew' }),
})
