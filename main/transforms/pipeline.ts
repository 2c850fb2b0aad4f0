import type { Shape } from '#common/annotation/shape'
import type { RenderedImage, RenderJob, VersionRenderer } from '#core/versions/ports'
import { contentKey } from './content-key.ts'
import { encodeJpeg, renderPixels } from './pixels/render.ts'
import { openPicture, type SourcePicture } from './pixels/source.ts'
import { frameAfter, type Plan } from './plan.ts'
import { randomStream } from './random.ts'
import { type AugmentationPlan, planAugmentation, planPreprocessing, previewSettings } from './recipe.ts'
import { moveShapes } from './shapes.ts'

/** Makes the pictures of a version: one list of plans, done to the pixels by sharp and to the labels by geometry. */
export const versionRenderer: VersionRenderer = {
  async render(job, signal) {
    signal.throwIfAborted()
    const picture = await openPicture(job.source.imageId, job.source.path)
    const { plans, drawn } = planJob(job, picture)
    const pixels = await renderPixels(picture, plans, signal)
    const shapes = plans.reduce<readonly Shape[]>(
      (moved, plan) => moveShapes(moved, plan, job.skeletons),
      job.source.shapes,
    )
    const { width, height } = pixels
    const jpeg = await encodeJpeg(pixels)
    const droppedShapes = countDropped(job.source.shapes, shapes)
    return { jpeg, width, height, shapes, droppedShapes, drawn, contentKey: contentKey(pixels, shapes) }
  },
}

function planJob(
  { source, settings, seed, variant, previewSide }: RenderJob,
  picture: SourcePicture,
): AugmentationPlan {
  const { preprocessing, augmentation } = previewSide === undefined ? settings : previewSettings(settings, previewSide)
  const { displayed, orientation } = picture
  const before = planPreprocessing(preprocessing, { frame: displayed, orientation })
  if (variant === 0) return { plans: before, drawn: {} }
  const frame = before.reduce((size, plan: Plan) => frameAfter(plan, size), displayed)
  const streamOf = (step: string) => randomStream({ seed, imageId: source.imageId, part: 0, variant, step })
  const { plans, drawn } = planAugmentation(augmentation, frame, streamOf)
  return { plans: [...before, ...plans], drawn }
}

function countDropped(before: readonly Shape[], after: readonly Shape[]): RenderedImage['droppedShapes'] {
  const kept = new Set(after.map(({ id }) => id))
  return before.filter(({ id }) => !kept.has(id)).length
}
