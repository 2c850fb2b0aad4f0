import type { Size } from '#common/geometry/space'
import type { ResizeFormat } from '#common/versions/preprocessing'
import { type Edges, placeCentred } from '../plan.ts'
import { definePreprocessing } from './definition.ts'

/** Brings the image to one size; the formats say what becomes of its proportions. */
export const resize = definePreprocessing({
  key: 'resize',
  plan: ({ width, height, format }, { frame: from }) => {
    const { content, edges } = FORMATS[format]
    const scaled = content(from, { width, height })
    return edges === 'none'
      ? placeCentred(from, scaled, { frame: scaled, edges: 'black' })
      : placeCentred(from, scaled, { frame: { width, height }, edges })
  },
})

interface Format {
  /** The size the whole image is scaled to. */
  readonly content: (from: Size, target: Size) => Size
  /** The fill of the rest of the target; `none` makes the frame as small as the image. */
  readonly edges: Edges | 'none'
}

const FORMATS: Record<ResizeFormat, Format> = {
  'Stretch to': { content: (_, target) => target, edges: 'black' },
  'Fill (with center crop) in': { content: coverSize, edges: 'black' },
  'Fit within': { content: shrinkSize, edges: 'none' },
  'Fit (reflect edges) in': { content: containSize, edges: 'reflect' },
  'Fit (black edges) in': { content: containSize, edges: 'black' },
  'Fit (white edges) in': { content: containSize, edges: 'white' },
}

/** One side exact, the other cut down to whole pixels, as letterboxing at inference does. */
function containSize({ width, height }: Size, target: Size): Size {
  return target.width * height <= target.height * width
    ? { width: target.width, height: Math.max(1, Math.floor((height * target.width) / width)) }
    : { width: Math.max(1, Math.floor((width * target.height) / height)), height: target.height }
}

function shrinkSize(from: Size, target: Size): Size {
  return from.width <= target.width && from.height <= target.height ? from : containSize(from, target)
}

/** The least size in the old proportions that leaves no gap; one side exact, the other rounded. */
export function coverSize({ width, height }: Size, target: Size): Size {
  return target.width * height >= target.height * width
    ? { width: target.width, height: Math.round((height * target.width) / width) }
    : { width: Math.round((width * target.height) / height), height: target.height }
}
