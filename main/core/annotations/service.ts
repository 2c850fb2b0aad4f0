import type { Edit } from '#common/annotation/edit'
import { brand } from '#common/border'
import type { OpenedAnnotations, Written } from '#common/contract/annotations'
import { type Refusal, refuse } from '#common/errors'
import { type ImageId, ShapeId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { ImageService } from '../images/service.ts'
import type { Clock, Notes, Random } from '../ports.ts'
import type { Project } from '../projects/ports.ts'
import type { ProjectService } from '../projects/service.ts'
import type { AnnotationRepository } from './ports.ts'
import { type ReadAnnotation, toShapes } from './read-annotation.ts'
import { checkEdit } from './rules.ts'

export type AnnotationService = ReturnType<typeof annotationService>

interface Dependencies {
  readonly annotations: AnnotationRepository
  readonly images: ImageService
  readonly projects: ProjectService
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
}

export interface At {
  readonly image: ImageId
  readonly revision: number
}

/** Labels of a picture: gestures, undo and redo, states, and whole annotations from scripts. */
export function annotationService({ annotations, images, projects, clock, random, notes }: Dependencies) {
  async function open(project: Project, image: ImageId): Promise<Result<OpenedAnnotations, Refusal>> {
    const opened = await annotations.open(project.id, image)
    return opened ? ok(opened) : refuse('image-not-found', `There is no image "${image}" in ${project.name}`)
  }

  async function commit(project: Project, { image, revision }: At, edit: Edit): Promise<Result<Written, Refusal>> {
    const found = await images.find(project, image)
    if (!found.ok) return found
    const sound = checkEdit(edit, found.value)
    if (!sound.ok) return sound
    return told(
      project,
      image,
      await annotations.commit({ projectId: project.id, image, revision }, { edit, madeAt: clock.now() }),
    )
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
   * objects marks the picture as holding nothing to label. The picture counts as done.
   */
  async function replace(
    project: Project,
    image: ImageId,
    upload: AnnotationUpload,
  ): Promise<Result<Written, Refusal>> {
    const found = await images.find(project, image)
    if (!found.ok) return found
    const opened = await open(project, image)
    if (!opened.ok) return opened
    const { shapes: before, revision, isNull } = opened.value
    if ((before.length > 0 || isNull) && !upload.overwrite) {
      return refuse('annotation-exists', `${found.value.name} is already annotated. Send overwrite=true to replace it`)
    }
    const classes = await projects.ensureClasses(project, [
      ...new Set(upload.objects.map(({ className }) => className)),
    ])
    if (!classes.ok) return classes
    const fresh = () => brand<ShapeId>(random.id())
    const shapes = toShapes(upload.objects, { classes: classes.value, frame: found.value, fresh })
    if (!shapes.ok) return shapes
    const changes = [
      ...before.map((shape) => ({ before: shape, after: null })),
      ...shapes.value.map((shape) => ({ before: null, after: shape })),
    ]
    const edit = changes.length === 0 ? undefined : { label: 'Import labels', changes }
    const state = { done: true, isNull: shapes.value.length === 0 }
    const target = { projectId: project.id, image, revision }
    return told(project, image, await annotations.commit(target, { edit, madeAt: clock.now(), state }))
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
