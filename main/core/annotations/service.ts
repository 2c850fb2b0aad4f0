import type { Edit } from '#common/annotation/edit'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { OpenedAnnotations, Written } from '#common/contract/annotations'
import { type Refusal, refuse } from '#common/errors'
import type { ClassId, ImageId, ShapeId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { ImageService } from '../images/service.ts'
import type { Clock, Notes, Random } from '../ports.ts'
import type { NewClass, Project } from '../projects/ports.ts'
import { readClassName } from '../projects/service.ts'
import type { AnnotationRepository, Gesture, Replacement } from './ports.ts'
import { type Draft, draftsInFrame, type ReadAnnotation, toShapes } from './read-annotation.ts'
import { checkEdit } from './rules.ts'

export type AnnotationService = ReturnType<typeof annotationService>

interface Dependencies {
  readonly annotations: AnnotationRepository
  readonly images: ImageService
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
}

export interface At {
  readonly image: ImageId
  readonly revision: number
}

/** Labels of a picture: gestures, undo and redo, states, and whole annotations from scripts. */
export function annotationService({ annotations, images, clock, random, notes }: Dependencies) {
  async function open(project: Project, image: ImageId): Promise<Result<OpenedAnnotations, Refusal>> {
    const opened = await annotations.open(project.id, image)
    return opened ? ok(opened) : refuse('image-not-found', `There is no image "${image}" in ${project.name}`)
  }

  async function commit(project: Project, { image, revision }: At, edit: Edit): Promise<Result<Written, Refusal>> {
    const found = await images.find(project, image)
    if (!found.ok) return found
    const sound = checkEdit(edit, found.value)
    if (!sound.ok) return sound
    const written = await annotations.commit({ projectId: project.id, image, revision }, { edit, madeAt: clock.now() })
    if (written.ok && edit.classes) notes.publish({ kind: 'classes', project: project.slug })
    return told(project, image, written)
  }

  async function undo(project: Project, { image, revision }: At) {
    return told(project, image, await annotations.undo({ projectId: project.id, image, revision }))
  }

  async function redo(project: Project, { image, revision }: At) {
    return told(project, image, await annotations.redo({ projectId: project.id, image, revision }))
  }

  async function setState(project: Project, { image, revision }: At, state: { done: boolean; isNull: boolean }) {
    const gesture = { edit: undefined, madeAt: clock.now(), state }
    return told(project, image, await annotations.commit({ projectId: project.id, image, revision }, gesture))
  }

  /**
   * Puts a whole annotation from outside onto a picture, replacing what is there when `overwrite` is set; an annotation with no
   * objects marks the picture as holding nothing to label. The picture counts as done. New classes are made with it.
   */
  async function replace(
    project: Project,
    image: ImageId,
    { objects, overwrite }: AnnotationUpload,
  ): Promise<Result<Written, Refusal>> {
    const found = await images.find(project, image)
    if (!found.ok) return found
    const { name } = found.value
    const drafts = draftsInFrame(objects, found.value)
    if (drafts.length === 0 && objects.length > 0) {
      const { width, height } = found.value
      return refuse('annotation-unreadable', `No object lies in ${name}, which is ${width} × ${height} pixels`)
    }
    const classes = newClasses(drafts)
    if (!classes.ok) return classes
    const replacement: Replacement = {
      classes: classes.value,
      accept: ({ shapes, isNull }) =>
        (shapes.length > 0 || isNull) && !overwrite
          ? refuse('annotation-exists', `${name} is already annotated. Send overwrite=true to replace it`)
          : ok(undefined),
      gesture: ({ shapes }, known) => replacing(shapes, toShapes(drafts, known, newShapeId)),
    }
    const written = await annotations.replace({ projectId: project.id, image }, replacement)
    if (written.ok && drafts.length > 0) notes.publish({ kind: 'classes', project: project.slug })
    return told(project, image, written)
  }

  function newClasses(drafts: readonly Draft[]): Result<NewClass[], Refusal> {
    const classes: NewClass[] = []
    for (const className of new Set(drafts.map((draft) => draft.className))) {
      const name = readClassName(className)
      if (!name.ok) return name
      classes.push({ id: brand<ClassId>(random.id()), name: name.value })
    }
    return ok(classes)
  }

  function newShapeId(): ShapeId {
    return brand<ShapeId>(random.id())
  }

  function replacing(before: readonly Shape[], after: readonly Shape[]): Gesture {
    const changes = [
      ...before.map((shape) => ({ before: shape, after: null })),
      ...after.map((shape) => ({ before: null, after: shape })),
    ]
    const edit = changes.length === 0 ? undefined : { label: 'Import labels', changes }
    return { edit, madeAt: clock.now(), state: { done: true, isNull: after.length === 0 } }
  }

  function told(project: Project, image: ImageId, written: Result<Written, Refusal>): Result<Written, Refusal> {
    if (written.ok) notes.publish({ kind: 'images', project: project.slug, image })
    return written
  }

  return { open, commit, undo, redo, setState, replace }
}

export interface AnnotationUpload {
  readonly objects: readonly ReadAnnotation[]
  readonly overwrite: boolean
}
