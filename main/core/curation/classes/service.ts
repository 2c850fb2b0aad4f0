import type { ClassChange, MergePreview } from '#common/contract/classes/classes'
import type { LabelClass } from '#common/contract/projects'
import { type Refusal, refusal, refuse } from '#common/errors'
import type { BulkActId, ClassId } from '#common/ids'
import { said } from '#common/messages/sentence'
import { ok, type Result } from '#common/result'
import type { Project } from '../../dataset/projects/ports.ts'
import type { ProjectService } from '../../dataset/projects/service.ts'
import type { Clock, Notes } from '../../ports.ts'
import type { BulkService } from '../bulk/service.ts'
import type { ClassRepository, Pair } from './ports.ts'

export type ClassService = ReturnType<typeof classService>

interface Dependencies {
  readonly classes: ClassRepository
  readonly projects: Pick<ProjectService, 'classes'>
  readonly bulk: Pick<BulkService, 'carryOut'>
  readonly clock: Clock
  readonly notes: Notes
}

export interface Merged {
  readonly id: BulkActId
  readonly labels: number
  readonly images: number
}

/** Colors, keys and order of a project's classes, and making one of two. */
export function classService({ classes, projects, bulk, clock, notes }: Dependencies) {
  async function find(project: Project, id: ClassId): Promise<Result<LabelClass, Refusal>> {
    const found = (await projects.classes(project)).find((each) => each.id === id)
    return found ? ok(found) : refuse('class-not-in-project', { project: project.name })
  }

  function told(project: Project, changed: LabelClass[]): LabelClass[] {
    notes.publish({ kind: 'classes', project: project.slug })
    return changed
  }

  async function update(
    project: Project,
    classId: ClassId,
    change: ClassChange,
  ): Promise<Result<LabelClass[], Refusal>> {
    const found = await find(project, classId)
    if (!found.ok) return found
    return ok(told(project, await classes.update(project.id, classId, change)))
  }

  async function reorder(project: Project, order: readonly ClassId[]): Promise<LabelClass[]> {
    return told(project, await classes.reorder(project.id, order))
  }

  async function readPair(project: Project, { from, into }: Pair) {
    const [first, second] = [await find(project, from), await find(project, into)]
    if (!first.ok) return first
    if (!second.ok) return second
    if (from === into) return refuse('class-merged-into-itself', { class: first.value.name })
    return ok({ from: named(first.value), into: named(second.value) })
  }

  async function previewMerge(project: Project, pair: Pair): Promise<Result<MergePreview, Refusal>> {
    const found = await readPair(project, pair)
    if (!found.ok) return found
    const { hasOtherPoints, ...facts } = await classes.mergeFacts(project.id, pair)
    const { from, into } = found.value
    const names = { from: from.name, into: into.name }
    return ok({ ...facts, refusal: hasOtherPoints ? said(refusal('classes-have-other-points', names)) : null })
  }

  /** Done when it answers; a crash on the way is made good at the next start. */
  async function merge(project: Project, pair: Pair, by: string): Promise<Result<Merged, Refusal>> {
    const found = await readPair(project, pair)
    if (!found.ok) return found
    const preview = await previewMerge(project, pair)
    if (!preview.ok) return preview
    const { from, into } = found.value
    if (preview.value.refusal !== null) return refuse('classes-have-other-points', { from: from.name, into: into.name })
    const act = { kind: 'merge', ...found.value, by } as const
    return ok(
      await bulk.carryOut(project, (id) => classes.beginMerge({ id, projectId: project.id, act, madeAt: clock.now() })),
    )
  }

  return { update, reorder, previewMerge, merge }
}

function named({ id, name }: LabelClass) {
  return { id, name }
}
