import { applyEdit, type Edit } from '#common/annotation/edit'
import { type AttributesByClass, byIdentifiers } from '#common/annotation/named/attribute'
import type { Actor } from '#common/annotation/operation'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { OpenedAnnotations, Written } from '#common/contract/annotations'
import { type Refusal, refuse } from '#common/errors'
import type { AttributeId, ClassId, ImageId, ShapeId } from '#common/ids'
import { err, ok, type Result } from '#common/result'
import type { CanWait } from '../../dataset/images/ports.ts'
import type { ImageService } from '../../dataset/images/service.ts'
import type { NewClass, Project } from '../../dataset/projects/ports.ts'
import { readClassName } from '../../dataset/projects/service.ts'
import type { Clock, Notes, Random } from '../../ports.ts'
import { annotationHistory, noImage } from './history.ts'
import { attributesSaid } from './observed-attributes.ts'
import type { AnnotationRepository, AnnotationTarget, Replacement, Stamp, WantedState } from './ports.ts'
import { isClassification, kindsFault } from './project-types.ts'
import {
  type Draft,
  draftsInFrame,
  type LabelMisfit,
  misfitsIn,
  type ReadAnnotation,
  toShapes,
} from './read-annotation.ts'
import { replacing } from './replacing.ts'
import { checkEdit } from './rules.ts'

export type AnnotationService = ReturnType<typeof annotationService>

interface Dependencies {
  readonly annotations: AnnotationRepository
  readonly images: Pick<ImageService, 'find'>
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
}

export interface At {
  readonly image: ImageId
  readonly revision: number
  /** Name of the person at the window. */
  readonly by?: string | undefined
}

/** Labels of an image: gestures, undo and redo, states, and whole annotations from scripts. */
export function annotationService({ annotations, images, clock, random, notes }: Dependencies) {
  async function open(project: Project, image: ImageId): Promise<Result<OpenedAnnotations, Refusal>> {
    const opened = await annotations.open(project.id, image)
    return opened ? ok(opened) : noImage(project, image)
  }

  function stamp(by: string | undefined): Stamp {
    return { by: { kind: 'person', name: by ?? '' }, madeAt: clock.now() }
  }

  function target(project: Project, { image, revision }: At): AnnotationTarget {
    return { projectId: project.id, image, revision }
  }

  async function commit(project: Project, at: At, edit: Edit): Promise<Result<Written, Refusal>> {
    const { image } = at
    const found = await images.find(project, image)
    if (!found.ok) return found
    const sound = checkEdit(edit, found.value, project.type)
    if (!sound.ok) return sound
    const alone = await checkOnlyClass(project, at, edit)
    if (!alone.ok) return alone
    const written = await annotations.commit(target(project, at), { edit, ...stamp(at.by) })
    if (written.ok && edit.classes) notes.publish({ kind: 'classes', project: project.slug })
    return told(project, image, written)
  }

  /** Of one class an image: an edit may not add a second. Who wrote meanwhile made another revision, which the commit refuses. */
  async function checkOnlyClass(project: Project, { image }: At, edit: Edit): Promise<Result<undefined, Refusal>> {
    if (project.type !== 'single-label-classification') return ok(undefined)
    const opened = await annotations.open(project.id, image)
    const after = applyEdit(opened?.shapes ?? [], edit)
    // An edit that does not fit the stored annotations is refused by the commit, which tells the page to load them again.
    const fault = after.ok
      ? kindsFault(
          project.type,
          after.value.map(({ kind }) => kind),
        )
      : undefined
    return fault ? err(fault) : ok(undefined)
  }

  async function undo(project: Project, at: At) {
    return told(project, at.image, await annotations.undo(target(project, at), stamp(at.by)))
  }

  async function redo(project: Project, at: At) {
    return told(project, at.image, await annotations.redo(target(project, at), stamp(at.by)))
  }

  async function setState(project: Project, at: At, { done, isNull, verdict }: WantedState) {
    if (verdict?.verdict === 'rejected' && verdict.reason === '') return refuse('rejecting-needs-reason')
    const state = { done, isNull, verdict }
    const gesture = { edit: undefined, ...stamp(at.by), state }
    return told(project, at.image, await annotations.commit(target(project, at), gesture))
  }

  /**
   * Puts a whole annotation from outside onto an image, replacing what is there when `overwrite` is set; an annotation with no
   * objects marks the image as holding nothing to label. The image counts as done. New classes are made with it. Classes of
   * whole images take the place of others without being asked to.
   */
  async function replace(
    project: Project,
    image: ImageId,
    { objects, overwrite, by, attributes, canWait, besides, onMisfit = () => undefined }: AnnotationUpload,
  ): Promise<Result<Written, Refusal>> {
    const found = await images.find(project, image)
    if (!found.ok) return found
    const { name } = found.value
    const drafts = draftsInFrame(objects, found.value)
    if (drafts.length === 0 && objects.length > 0) {
      const { width, height } = found.value
      return refuse('object-outside-image', { image: name, width, height })
    }
    const classes = newClasses(drafts, attributes)
    if (!classes.ok) return classes
    const replacement: Replacement = {
      classes: classes.value,
      canWait,
      accept: ({ shapes, isNull }) =>
        (shapes.length > 0 || isNull) && !overwrite && !isClassification(project.type)
          ? refuse('already-annotated', { image: name })
          : ok(undefined),
      gesture({ shapes }, known) {
        const put = besides?.(shapes, drafts, known) ?? drafts
        for (const misfit of misfitsIn(put, known)) onMisfit(misfit)
        const made = toShapes(put, known, newShapeId)
        const after = besides ? [...shapes, ...above(shapes, made)] : made
        const state = { done: true, isNull: after.length === 0 }
        return { edit: replacing(shapes, after), state, by, madeAt: clock.now() }
      },
    }
    const written = await annotations.replace({ projectId: project.id, image }, replacement)
    if (written.ok && drafts.length > 0) notes.publish({ kind: 'classes', project: project.slug })
    return told(project, image, written)
  }

  /** Removes a background mark. An image with labels stays as it is. */
  async function clearNull(
    project: Project,
    image: ImageId,
    { by, canWait }: Pick<AnnotationUpload, 'by' | 'canWait'>,
  ): Promise<Result<Written, Refusal>> {
    const replacement: Replacement = {
      classes: [],
      canWait,
      accept: () => ok(undefined),
      gesture: ({ shapes }) => ({
        edit: undefined,
        state: { done: shapes.length > 0, isNull: false },
        by,
        madeAt: clock.now(),
      }),
    }
    return told(project, image, await annotations.replace({ projectId: project.id, image }, replacement))
  }

  function newClasses(
    drafts: readonly Draft[],
    attributes: AttributesByClass = attributesSaid(drafts),
  ): Result<NewClass[], Refusal> {
    const classes: NewClass[] = []
    for (const [className, [first]] of Map.groupBy(drafts, (draft) => draft.className)) {
      const name = readClassName(className)
      if (!name.ok) return name
      const id = brand<ClassId>(random.id())
      const asked = attributes.get(className)?.map((named) => byIdentifiers(named, newAttributeId))
      const skeleton = first?.skeleton
      classes.push({ id, name: name.value, ...(skeleton && { skeleton }), ...(asked && { attributes: asked }) })
    }
    return ok(classes)
  }

  function newAttributeId(): AttributeId {
    return brand<AttributeId>(random.id())
  }

  function newShapeId(): ShapeId {
    return brand<ShapeId>(random.id())
  }

  function told(project: Project, image: ImageId, written: Result<Written, Refusal>): Result<Written, Refusal> {
    if (written.ok) notes.publish({ kind: 'images', project: project.slug, image, revision: written.value.revision })
    return written
  }

  return { open, commit, undo, redo, setState, replace, clearNull, ...annotationHistory(annotations) }
}

/** Shapes over others of the same image. */
function above(below: readonly Shape[], made: readonly Shape[]): readonly Shape[] {
  const first = below.reduce((z, shape) => Math.max(z, shape.z + 1), 0)
  return made.map((shape) => ({ ...shape, z: shape.z + first }))
}

export interface AnnotationUpload {
  /** As the type of the project keeps them. */
  readonly objects: readonly ReadAnnotation[]
  readonly overwrite: boolean
  /** Of the labels those that are put beside the ones that are there, where these are to stay. */
  readonly besides?: (
    there: readonly Shape[],
    drafts: readonly Draft[],
    classes: readonly NewClass[],
  ) => readonly Draft[]
  readonly by: Actor
  readonly canWait?: CanWait
  /** Attributes of the objects, by their classes; guessed from the objects' values when absent. */
  readonly attributes?: AttributesByClass
  /** Hears of everything that a label says and that its class has no place for. */
  readonly onMisfit?: (misfit: LabelMisfit) => void
}
