import type { FaultyFiles } from '#common/contract/health'
import type { ClassId, ImageId, ProjectId } from '#common/ids'
import type { Clock } from '../../ports.ts'
import type { BlobStore } from '../images/ports.ts'
import type { Project } from '../projects/ports.ts'
import { type AttributeHealth, attributeTally } from './attributes.ts'
import { type Likeness, likenessFinder, MOST_COMPARED } from './likeness.ts'
import type { ClassCount, HealthRepository, HealthStamp, ImageTotals, SizeCount } from './ports.ts'
import { addHeat, balancesOf, type Dimensions, dimensionsOf, type HeatMaps } from './rules.ts'

export type HealthService = ReturnType<typeof healthService>

interface Dependencies {
  readonly health: HealthRepository
  readonly blobs: Pick<BlobStore, 'glance'>
  readonly clock: Clock
}

export interface ClassHealth extends ClassCount {
  /** 1: as many shapes as an even share; 0.1: a tenth of that. */
  readonly balance: number
}

export interface Health extends ImageTotals, Likeness {
  /** Shapes on an image that has any. */
  readonly averageAnnotations: number
  readonly classes: readonly ClassHealth[]
  /** By class in their order, and in that of the attributes. */
  readonly attributes: readonly AttributeHealth[]
  readonly sizes: readonly SizeCount[]
  readonly dimensions: Dimensions | undefined
  readonly heat: HeatMaps
  readonly generatedAt: Date
}

interface Kept {
  readonly stamp: HealthStamp
  readonly report: Promise<Health>
}

/** So many images with faulty files are named. */
const MOST_NAMED = 24

/** Reports for this many projects stay in memory. */
const MOST_KEPT = 16

/**
 * Reports on a whole project. A report is made once for each state of the project, and similar images are found once for the same images:
 * annotations change far more often.
 */
export function healthService({ health, blobs, clock }: Dependencies) {
  const kept = new Map<string, Kept>()

  async function read(project: Project, { regenerate = false } = {}): Promise<Health> {
    const stamp = await health.stamp(project.id)
    const known = regenerate ? undefined : kept.get(project.id)
    if (known?.stamp.report === stamp.report) return known.report
    const report = make(project, known?.stamp.images === stamp.images ? known.report : undefined)
    kept.delete(project.id)
    kept.set(project.id, { stamp, report })
    report.catch(() => kept.delete(project.id))
    for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - MOST_KEPT))) kept.delete(oldest)
    return report
  }

  async function make({ id }: Project, former: Promise<Health> | undefined): Promise<Health> {
    const [totals, counted, sizes] = await Promise.all([health.totals(id), health.classes(id), health.sizes(id)])
    const heat = new Map<ClassId, Uint32Array>()
    for await (const shapes of health.shapes(id)) addHeat(heat, shapes)
    const attributes = await countAttributes(id)
    const likeness = (await likenessOf(former)) ?? (await findLikeness(id))
    const balances = balancesOf(counted)
    const labelled = totals.images - totals.unannotated - totals.nullExamples
    return {
      ...totals,
      ...likeness,
      averageAnnotations: labelled === 0 ? 0 : totals.shapes / labelled,
      classes: counted.map((each, nth) => ({ ...each, balance: balances[nth] ?? 0 })),
      attributes,
      sizes,
      dimensions: dimensionsOf(sizes),
      heat,
      generatedAt: clock.now(),
    }
  }

  /** Of projects whose classes ask nothing no label is read. */
  async function countAttributes(project: ProjectId): Promise<readonly AttributeHealth[]> {
    const asked = await health.asked(project)
    if (asked.length === 0) return []
    const tally = attributeTally(asked)
    for await (const labels of health.said(project)) tally.add(labels)
    return tally.result()
  }

  async function findLikeness(project: ProjectId): Promise<Likeness> {
    const likeness = likenessFinder()
    for await (const images of health.looks(project)) likeness.add(images)
    return likeness.result()
  }

  /** The files are not read: what a glance at each tells. */
  async function files({ id: project }: Project): Promise<FaultyFiles> {
    const found = { images: 0, labelled: 0 }
    const first: { id: ImageId; name: string }[] = []
    for await (const images of health.files(project)) {
      const states = await Promise.all(images.map(({ blob, bytes }) => blobs.glance(blob, bytes)))
      for (const { id, name, isLabelled } of images.filter((_, place) => states[place] !== 'sound')) {
        found.images += 1
        if (isLabelled) found.labelled += 1
        if (first.length < MOST_NAMED) first.push({ id, name })
      }
    }
    return { ...found, first }
  }

  return { read, files }
}

/** Of an earlier report of the same images, unless looks were missing that may have been described since. */
async function likenessOf(former: Promise<Health> | undefined): Promise<Likeness | undefined> {
  const report = await former?.catch(() => undefined)
  if (report === undefined) return undefined
  const { nearDuplicates, splitLeakage, notCompared, images } = report
  const isComplete = notCompared === Math.max(0, images - MOST_COMPARED)
  return isComplete ? { nearDuplicates, splitLeakage, notCompared } : undefined
}
