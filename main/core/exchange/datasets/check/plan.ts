import type { AttributesByClass } from '#common/annotation/named/attribute'
import type { DatasetPlan, PlannedImage } from '#common/contract/datasets'
import type { ProjectType } from '#common/contract/projects'
import type { DatasetProblem, ListedSplit } from '../ports.ts'
import type { ReadFinding, ReadImage } from '../reader-ports.ts'
import { isListing, isProblem, isSplit } from '../reading.ts'
import type { KnownImage } from '../staging-ports.ts'
import type { AskedClass } from './attribute-tally.ts'
import type { Looked } from './look.ts'
import { problemList } from './problem-list.ts'
import { rowLabels } from './row-labels.ts'
import { rowOf } from './rows.ts'
import { repeatedRows, summaryOf } from './summary.ts'
import type { CountedClass, Sample } from './tally.ts'
import { targetFinder } from './targets.ts'

export interface PlanSources {
  readonly type: ProjectType
  /** The classes of the project with what their objects are asked. */
  readonly there: readonly AskedClass[]
  /** The images that lie in files of their own, and how to look at others. */
  readonly looked: Looked
  /** The images of the project. */
  readonly known: readonly KnownImage[]
  /** Contents of the annotation files. */
  readonly described: AsyncIterable<ReadFinding>
  /** Faults of files found before any is read. */
  readonly refused: readonly DatasetProblem[]
  /** Called after each image that was spoken of, and waited for; may throw to end the planning. */
  readonly step?: () => Promise<void> | undefined
}

export interface Planned extends Pick<DatasetPlan, 'images' | 'labels' | 'splits'> {
  readonly rows: readonly PlannedImage[]
  readonly classes: ReadonlyMap<string, CountedClass>
  /** Attributes that objects need and that their classes in the project do not have yet. */
  readonly attributes: AttributesByClass
  readonly samples: readonly Sample[]
  readonly problems: readonly DatasetProblem[]
  readonly counted: Pick<DatasetPlan, 'problems' | 'notes'>
}

/** Plan of an import, image by image, without doing any of it. Holds a row for each image, and the annotations of one. */
export async function planDataset(sources: PlanSources): Promise<Planned> {
  const { type, there, looked, described, refused, step } = sources
  const { images } = looked
  const problems = problemList(refused)
  const rows = images.map((image) => rowOf(image, problems))
  const byPath = new Map(rows.map((row) => [row.path, row]))
  const targets = targetFinder(sources, { rows, problems })
  const labels = rowLabels({ type, there, images }, problems)
  let lost = 0

  async function take(image: ReadImage): Promise<void> {
    const target = await targets.of(image)
    if (!('reason' in target)) return labels.take(target, image)
    if (target.reason === undefined) return
    lost += 1
    problems.add({ ...image.source, reason: target.reason })
  }

  function takeProblem(problem: DatasetProblem): void {
    problems.add(problem)
    const row = problem.isNote ? undefined : targets.ofFile(problem.path)
    if (row) labels.doubt(row)
  }

  function takeSplit({ image, split }: ListedSplit): void {
    const row = byPath.get(image)
    if (row && !labels.isSpokenOf(row)) row.split = split
  }

  for await (const item of described) {
    if (isProblem(item)) takeProblem(item)
    else if (isListing(item)) labels.list(item)
    else if (isSplit(item)) takeSplit(item)
    else await take(item).finally(() => item.release?.())
    await step?.()
  }
  for (const problem of labels.problems()) problems.add(problem)
  const all = [...rows, ...targets.others()]
  const faulty = labels.faulty()
  const repeated = repeatedRows(images, rows, faulty)
  const summary = summaryOf(all, { lost, labelled: labels.labelled(), repeated, faulty })
  return { rows: all, ...summary, ...labels.found(), problems: problems.kept(), counted: problems.counted() }
}
