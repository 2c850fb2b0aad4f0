import { ok } from '#common/result'
import type { Health, HealthService } from '../../dataset/health/service.ts'
import { type HealthOperations, type ManagedHealth, MOST_HEAT_MAPS } from '../health.ts'
import type { FindProject } from './find-project.ts'

export function embeddedHealth(health: HealthService, find: FindProject): HealthOperations {
  return {
    async read(text, options) {
      const project = await find(text)
      return project.ok ? ok(toManaged(await health.read(project.value, options))) : project
    },
  }
}

function toManaged({ classes, heat, ...health }: Health): ManagedHealth {
  const { images, unannotated, nullExamples, splits, averageAnnotations, dimensions, generatedAt } = health
  const { nearDuplicates, splitLeakage, notCompared } = health
  const named = classes.map(({ name, shapes: count, ...each }) => {
    return { name, count, images: each.images, splits: each.splits, balance: each.balance }
  })
  const frequent = classes.toSorted((a, b) => b.shapes - a.shapes).slice(0, MOST_HEAT_MAPS)
  const maps = frequent.flatMap(({ id, name }) => {
    const map = heat.get(id)
    return map === undefined ? [] : [[name, Array.from(map)] as const]
  })
  return {
    images,
    unannotated,
    nullExamples,
    splits,
    averageAnnotations,
    dimensions,
    generatedAt,
    nearDuplicates,
    splitLeakage,
    notCompared,
    annotations: health.shapes,
    classes: named,
    heatMaps: Object.fromEntries(maps),
  }
}
