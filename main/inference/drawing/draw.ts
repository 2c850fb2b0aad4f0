import type { Prediction } from '#common/inference/prediction'
import { encodeJpeg } from '#transforms/pixels/render'
import type { Pixels } from '#transforms/raster'
import { drawObjects } from './objects.ts'
import type { DrawStyle } from './style.ts'
import { drawClasses, drawScores } from './whole-image.ts'

/** A JPEG of the displayed image with what was found on it. The pixels are drawn upon. */
export async function drawPrediction(pixels: Pixels, prediction: Prediction, style: DrawStyle): Promise<Uint8Array> {
  switch (prediction.kind) {
    case 'objects':
      drawObjects(pixels, prediction.objects, style)
      break
    case 'class':
      drawScores(pixels, prediction.scores, style)
      break
    case 'classes': {
      const chosen = new Set(prediction.chosen)
      const scores = prediction.scores.filter(({ className }) => chosen.has(className))
      drawScores(pixels, scores, style)
      break
    }
    case 'semantic':
      await drawClasses(pixels, prediction, style)
  }
  return encodeJpeg(pixels)
}
