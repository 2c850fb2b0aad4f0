import { z } from 'zod'
import { ImageId } from '#common/ids'
import { ok } from '#common/result'
import { Split, SplitCounts } from '#common/split'
import { ASPECTS } from '#core/dataset/health/rules'
import type { HealthOperations, ManagedHealth } from '#core/management/health'
import type { CallWorkspace } from './calls.ts'

const Size = z.object({ width: z.int(), height: z.int() })

const Image = z.object({ id: ImageId, name: z.string(), split: Split })

const Pair = z
  .object({ pictures: z.tuple([Image, Image]), similarity: z.number() })
  .transform(({ pictures, similarity }) => ({ images: pictures, similarity }))

const AlikeGroups = z
  .object({
    groups: z.int(),
    images: z.int(),
    pairs: z.array(Pair),
  })
  .default({ groups: 0, images: 0, pairs: [] })

const HealthAnswer = z
  .object({
    images: z.int(),
    annotations: z.int(),
    averageAnnotations: z.number().default(0),
    unannotated: z.int().default(0),
    nullExamples: z.int().default(0),
    splits: SplitCounts,
    classes: z.record(
      z.string(),
      z.object({ count: z.int(), images: z.int(), splits: SplitCounts, balance: z.number() }),
    ),
    dimensions: z
      .object({ median: Size, min: Size, max: Size, aspectRatios: z.record(z.enum(ASPECTS), z.int()) })
      .nullish(),
    nearDuplicates: AlikeGroups,
    splitLeakage: AlikeGroups,
    notCompared: z.int().default(0),
    heatMaps: z.record(z.string(), z.array(z.int())).default({}),
    generatedAt: z.coerce.date(),
  })
  .transform(({ classes, dimensions, ...rest }): ManagedHealth => {
    const named = Object.entries(classes).map(([name, each]) => ({ name, ...each }))
    return { ...rest, classes: named, dimensions: dimensions ?? undefined }
  })

export function remoteHealth(call: CallWorkspace): HealthOperations {
  return {
    async read(project, { regenerate = false } = {}) {
      const query = regenerate ? { query: { regenerate: 'true' } } : {}
      const answer = await call(HealthAnswer, { method: 'GET', parts: [project, 'health'], ...query })
      return answer.ok ? ok(answer.value) : answer
    },
  }
}
