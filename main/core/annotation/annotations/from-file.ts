import type { Refusal } from '#common/errors'
import { sentenceOf } from '#common/messages/sentence'
import { ok, type Result } from '#common/result'
import type { StoredImage } from '../../dataset/images/ports.ts'
import type { Project, ProjectRepository } from '../../dataset/projects/ports.ts'
import type { AnnotatedWith, AnnotationFile } from './annotation-file.ts'
import { type LabelMisfit, misfitMessage, type ReadAnnotation, withShortNames } from './read-annotation.ts'
import type { AnnotationService } from './service.ts'
import { spellingWatch } from './spellings.ts'

/** Puts an annotation file of a program onto an image. */
export type FileAnnotator = (
  project: Project,
  image: StoredImage,
  file: AnnotationFile,
) => Promise<Result<AnnotatedWith, Refusal>>

interface ReadFile {
  readonly objects: readonly ReadAnnotation[]
  readonly overwrite: boolean
}

export interface ObjectKeeping {
  readonly annotations: Pick<AnnotationService, 'replace'>
  readonly projects: Pick<ProjectRepository, 'classes'>
}

/** Puts what was read of a file onto an image, and tells what found no place there. */
export async function putObjects(
  { annotations, projects }: ObjectKeeping,
  { project, image }: { readonly project: Project; readonly image: StoredImage },
  { objects, overwrite }: ReadFile,
): Promise<Result<AnnotatedWith, Refusal>> {
  const short = withShortNames(objects)
  const isChanged = short.objects.some(({ spelled }) => spelled !== undefined)
  const existing = isChanged ? (await projects.classes(project.id)).map(({ name }) => name) : []
  const told = [...short.told, ...spellingWatch(existing).objects(short.objects)]
  const leftOut = new Set(told.map(sentenceOf))
  const onMisfit = (misfit: LabelMisfit) => leftOut.add(sentenceOf(misfitMessage(misfit)))
  const by = { kind: 'program', name: '' } as const
  const written = await annotations.replace(project, image.id, { objects: short.objects, overwrite, by, onMisfit })
  return written.ok ? ok({ leftOut: [...leftOut] }) : written
}
