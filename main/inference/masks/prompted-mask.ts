import { runLengthsToText } from '#common/geometry/rle'
import type { PromptedMask } from '#common/inference/prediction'
import { outerOutlines } from './outlines.ts'
import { runLengthsOf } from './runs.ts'
import type { Surface } from './surface.ts'

/** The object of a surface in the format that was asked for. */
export function promptedMask(surface: Surface, format: 'polygon' | 'rle'): PromptedMask['mask'] {
  if (format === 'polygon') return { format, rings: outerOutlines(surface) }
  return { format, size: surface.size, counts: runLengthsToText(runLengthsOf(surface)) }
}
