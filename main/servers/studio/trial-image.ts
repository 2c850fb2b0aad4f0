import type { TrialImage } from '#common/contract/models/playground'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ImageSource } from '#core/models/inference/operations'
import type { StudioServices } from './services.ts'

/** Where an image to try lies: in memory, in the library, or on the other machine that the studio works on. */
export async function trialImage(
  { workspace, projects, images, playground, files, remote }: StudioServices,
  trial: TrialImage,
): Promise<Result<ImageSource, Refusal>> {
  if (trial.kind === 'held') return playground.held(trial.key)
  const there = remote()
  if (there !== undefined) {
    const original = await there.images.original(trial.project, trial.image)
    return original.ok ? ok({ kind: 'file', path: original.value.path }) : original
  }
  const project = await projects.find(workspace, trial.project)
  if (!project.ok) return project
  const image = await images.find(project.value, trial.image)
  if (!image.ok) return image
  const { blob, name } = image.value
  if (await files.isFaulty(image.value)) return refuse('stored-file-damaged', { image: name })
  return ok({ kind: 'file', path: files.blob(blob) })
}
