import { implement } from '@orpc/server'
import { type HealthReport, healthContract } from '#common/contract/health'
import type { AlikeGroups } from '#core/dataset/health/likeness'
import { ASPECTS, HEAT_CELLS, heatOf } from '#core/dataset/health/rules'
import type { Health } from '#core/dataset/health/service'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(healthContract)

/** A page shows so many pairs of each kind. */
const MOST_SHOWN = 24

/** A chart of sizes has room for so many. */
const MOST_SIZES = 400

export function healthProcedures({ workspace, projects, health }: StudioServices) {
  const find = async (slug: string) => answer(await projects.find(workspace, slug))
  return os.router({
    read: os.read.handler(async ({ input: { project, regenerate = false } }) =>
      toReport(await health.read(await find(project), { regenerate })),
    ),
    files: os.files.handler(async ({ input: { project } }) => health.files(await find(project))),
    heat: os.heat.handler(async ({ input: { project, classId } }) => {
      const { heat } = await health.read(await find(project))
      return { side: HEAT_CELLS, cells: Array.from(heatOf(heat, classId ?? undefined)) }
    }),
  })
}

function toReport({ classes, attributes, sizes, dimensions, ...report }: Health): HealthReport {
  const { images, shapes, averageAnnotations, unannotated, nullExamples, splits, generatedAt } = report
  const { nearDuplicates, splitLeakage, notCompared } = report
  return {
    images,
    shapes,
    averageShapes: averageAnnotations,
    unannotated,
    nullExamples,
    splits,
    nearDuplicates: firstOf(nearDuplicates),
    splitLeakage: firstOf(splitLeakage),
    notCompared,
    classes: [...classes],
    attributes: attributes.map(({ answers, range, ...rest }) => ({
      ...rest,
      answers: [...answers],
      range: range ?? null,
    })),
    sizes: sizes.slice(0, MOST_SIZES),
    sizeCount: sizes.length,
    dimensions: dimensions ?? null,
    aspects: ASPECTS.map((name) => ({ name, images: dimensions?.aspectRatios[name] ?? 0 })),
    generatedAt: generatedAt.toISOString(),
  }
}

function firstOf({ pairs, ...counts }: AlikeGroups): HealthReport['nearDuplicates'] {
  const shown = pairs.slice(0, MOST_SHOWN)
  return {
    ...counts,
    pairs: shown.map(({ images: [one, other], similarity }) => ({ images: [one, other], similarity })),
  }
}
