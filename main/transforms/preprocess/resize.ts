import type { Size } from '#common/geometry/space'
import type { ResizeFormat } from '#common/versions/preprocessing'
import { type Edges, placeCentred } from '../plan.ts'
import { definePreprocessing } from './definition.ts'

/** Resizes the image to one size. The resize formats treat the aspect ratio differently. */
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
  /** Returns the size to which the whole image is scaled. */
  readonly content: (from: Size, target: Size) => Size
  /** Fill for the rest of the target; `none` shrinks the frame to the image. */
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

/** Returns a size with one exact side and the other rounded down, as in letterboxing at inference. */
function containSize({ width, height }: Size, target: Size): Size {
  return target.width * height <= target.height * width
    ? { width: target.width, height: Math.max(1, Math.floor((height * target.width) / width)) }
    : { width: Math.max(1, Math.floor((width * target.height) / height)), height: target.height }
}

function shrinkSize(from: Size, target: Size): Size {
  return from.width <= target.width && from.height <= target.height ? from : containSize(from, target)
}

/** Returns the smallest size with the old aspect ratio that covers the target: one side exact, the other rounded. */
export function coverSize({ width, height }: Size, target: Size): Size {
  return target.width * height >= target.height * width
    ? { width: target.width, height: Math.round((height * target.width) / width) }
    : { width: Math.round((width * target.height) / height), height: target.height }
}
