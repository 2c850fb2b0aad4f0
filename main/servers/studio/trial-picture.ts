import type { TrialPicture } from '#common/contract/models/playground'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { PictureSource } from '#core/inference/operations'
import type { StudioServices } from './services.ts'

/** Where a picture to try lies: in memory, in the library, or on the other machine that the studio works on. */
export async function trialPicture(
  { workspace, projects, images, playground, files, elsewhere }: StudioServices,
  picture: TrialPicture,
): Promise<Result<PictureSource, Refusal>> {
  if (picture.kind === 'held') return playground.held(picture.key)
  const there = elsewhere()
  if (there !== undefined) {
    const original = await there.pictures.original(picture.image)
    return original.ok ? ok({ kind: 'file', path: original.value.path }) : original
  }
  const project = await projects.find(workspace, picture.project)
  if (!project.ok) return project
  const image = await images.find(project.value, picture.image)
  if (!image.ok) return image
  const { blob, name } = image.value
  if (await files.isFaulty(image.value))
    return refuse('image-damaged', `The stored file of ${name} is damaged. Upload the image again`)
  return ok({ kind: 'file', path: files.blob(blob) })
}
