import type { HealthReport, HeatMap } from '#common/contract/health'
import type { ClassId, ProjectSlug } from '#common/ids'
import { ok } from '#common/result'
import type { AlikeGroups } from '../dataset/health/likeness.ts'
import { ASPECTS, HEAT_CELLS } from '../dataset/health/rules.ts'
import type { ManagedHealth } from '../management/health.ts'
import type { Outcome } from '../management/outcome.ts'
import { classIdOf } from './names.ts'
import type { Remote } from './ports.ts'

/** A page shows so many pairs of each kind. */
const MOST_PAIRS = 24

/** The health of another machine's projects, as that machine finds it. */
export function remoteHealth({ management }: Remote) {
  async function read(project: ProjectSlug, options: { readonly regenerate: boolean }): Outcome<HealthReport> {
    const told = await management.health.read(project, options)
    return told.ok ? ok(toReport(told.value)) : told
  }

  async function heat(project: ProjectSlug, classId: ClassId | null): Outcome<HeatMap> {
    const told = await management.health.read(project)
    if (!told.ok) return told
    const maps = Object.entries(told.value.heatMaps).filter(([name]) => classId === null || classIdOf(name) === classId)
    const cells = Array.from({ length: HEAT_CELLS * HEAT_CELLS }, (_, cell) =>
      maps.reduce((sum, [, map]) => sum + (map[cell] ?? 0), 0),
    )
    return ok({ side: HEAT_CELLS, cells })
  }

  return { read, heat }
}

function toReport({ classes, dimensions, averageAnnotations, annotations, ...told }: ManagedHealth): HealthReport {
  const { images, unannotated, nullExamples, splits, generatedAt, nearDuplicates, splitLeakage, notCompared } = told
  return {
    images,
    unannotated,
    nullExamples,
    splits,
    notCompared,
    shapes: annotations,
    averageShapes: averageAnnotations,
    classes: classes.map(({ name, count, ...rest }) => ({ ...rest, name, id: classIdOf(name), shapes: count })),
    // The API tells nothing of attributes.
    attributes: [],
    // The API tells the smallest, the middle and the largest, not how many there are of each.
    sizes: [],
    sizeCount: 0,
    dimensions: dimensions ? { median: dimensions.median, min: dimensions.min, max: dimensions.max } : null,
    aspects: ASPECTS.map((name) => ({ name, images: dimensions?.aspectRatios[name] ?? 0 })),
    nearDuplicates: firstOf(nearDuplicates),
    splitLeakage: firstOf(splitLeakage),
    generatedAt: generatedAt.toISOString(),
  }
}

function firstOf({ pairs, ...counts }: AlikeGroups): HealthReport['nearDuplicates'] {
  const shown = pairs.slice(0, MOST_PAIRS)
  return {
    ...counts,
    pairs: shown.map(({ images: [one, other], similarity }) => ({ images: [one, other], similarity })),
  }
}
