import { editName } from '#common/annotation/edit-name'
import { classChanges } from '#common/annotation/whole'
import { brand } from '#common/border'
import type { Sorted } from '#common/contract/review/sorting'
import { type Refusal, refuse } from '#common/errors'
import type { ClassId, ImageId, ShapeId } from '#common/ids'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { Project, ProjectRepository } from '../../dataset/projects/ports.ts'
import type { Clock, Notes, Random } from '../../ports.ts'
import type { AnnotationRepository, Gesture, Reached, Stamp } from '../annotations/ports.ts'
import { isClassification } from '../annotations/project-types.ts'

export type SortingService = ReturnType<typeof sortingService>

interface Dependencies {
  readonly annotations: Pick<AnnotationRepository, 'commitEach' | 'moveEach'>
  readonly projects: Pick<ProjectRepository, 'classes'>
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
}

export interface ClassForMany {
  readonly images: readonly ImageId[]
  readonly classId: ClassId
  readonly way: 'give' | 'take'
  readonly done: boolean
  readonly by: string
}

/** Classes for many whole images at once: each act is all or nothing, and is taken back as one. */
export function sortingService({ annotations, projects, clock, random, notes }: Dependencies) {
  async function label(project: Project, wanted: ClassForMany): Promise<Result<Sorted, Refusal>> {
    if (!isClassification(project.type)) return refuse('project-without-image-classes', { project: project.name })
    const name = (await projects.classes(project.id)).find(({ id }) => id === wanted.classId)?.name
    if (name === undefined) return refuse('class-not-of-project', { project: project.name })
    const change = {
      classId: wanted.classId,
      way: wanted.way,
      isOnly: project.type === 'single-label-classification',
      fresh: () => brand<ShapeId>(random.id()),
    }
    const label = editName(wanted.way === 'give' ? 'edit-assign-class' : 'edit-remove-class', { name: shorten(name) })
    const sorted = await annotations.commitEach(project.id, wanted.images, (opened): Gesture | undefined => {
      const changes = classChanges(opened.shapes, change)
      if (changes.length === 0) return undefined
      return { ...stamp(wanted.by), edit: { label, changes }, ...(wanted.done && { state: DONE }) }
    })
    return sorted.ok ? told(project, sorted.value) : sorted
  }

  async function move(
    project: Project,
    way: 'undo' | 'redo',
    { images, by }: { readonly images: readonly Reached[]; readonly by: string },
  ): Promise<Result<Sorted, Refusal>> {
    return told(project, await annotations.moveEach(project.id, images, { way, stamp: stamp(by) }))
  }

  function stamp(by: string): Stamp {
    return { by: { kind: 'person', name: by }, madeAt: clock.now() }
  }

  function told(project: Project, sorted: Sorted): Result<Sorted, Refusal> {
    if (sorted.changed.length > 0) notes.publish({ kind: 'images', project: project.slug })
    return ok(sorted)
  }

  return { label, move }
}

const DONE = { done: true, isNull: false } as const
