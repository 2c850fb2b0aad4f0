import type { z } from 'zod'
import type { AlikeGroups } from '#core/dataset/health/likeness'
import type { ManagedHealth } from '#core/management/health'
import type { HealthBody } from '../schemas/health.ts'

export function toHealthBody({ classes, dimensions, heatMaps, ...health }: ManagedHealth): z.input<typeof HealthBody> {
  const { nearDuplicates, splitLeakage } = health
  return {
    ...health,
    classes: Object.fromEntries(classes.map(({ name, ...rest }) => [name, rest])),
    dimensions: dimensions ?? null,
    heatMaps: Object.fromEntries(Object.entries(heatMaps).map(([name, map]) => [name, [...map]])),
    nearDuplicates: toAlike(nearDuplicates),
    splitLeakage: toAlike(splitLeakage),
    generatedAt: health.generatedAt.toISOString(),
  }
}

function toAlike({ pairs, ...counts }: AlikeGroups) {
  return {
    ...counts,
    pairs: pairs.map(({ images: [one, other], similarity }) => {
      return { pictures: [one, other] satisfies [unknown, unknown], similarity }
    }),
  }
}
