import type { Shape } from '#common/annotation/shape'
import type { Sketch } from '#common/annotation/sketch'
import { type Refusal, refuse } from '#common/errors'
import type { ImageId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { Project } from '../../dataset/projects/ports.ts'
import type { AnnotationRepository, History, PageOf } from './ports.ts'

/** History of an image, and the shape that somebody began to draw on it. */
export function annotationHistory(annotations: AnnotationRepository) {
  return {
    async history(project: Project, image: ImageId, page: PageOf): Promise<Result<History, Refusal>> {
      const found = await annotations.history(project.id, image, page)
      return found ? ok(found) : noImage(project, image)
    },
    past(project: Project, image: ImageId, operation: number): Promise<Result<readonly Shape[], Refusal>> {
      return annotations.past({ projectId: project.id, image, operation })
    },
    async keepSketch(project: Project, image: ImageId, sketch: Sketch | null): Promise<Result<undefined, Refusal>> {
      const isKept = await annotations.keepSketch({ projectId: project.id, image }, sketch)
      return isKept ? ok(undefined) : noImage(project, image)
    },
  }
}

export function noImage(project: Project, image: ImageId) {
  return refuse('image-not-in-project', { image, project: project.name })
}
