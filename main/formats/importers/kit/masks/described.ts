import { refuse } from '#common/errors'
import type { Rings } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import { ok } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { ReadObjects } from '../../../labels/kit/reading.ts'

export interface MaskObject {
  readonly className: string
  readonly rings: Rings
  readonly crowd?: true | undefined
}

/** The objects of a mask, for its image, which must have the mask's size. */
export function objectsOfMask(size: Size, objects: readonly MaskObject[]): (image: AnnotatedImage) => ReadObjects {
  const read = objects.map((object): ReadAnnotation => ({ kind: 'polygon', ...object }))
  return ({ frame }) => {
    if (frame.width === size.width && frame.height === size.height) return ok(read)
    return refuse('mask-size-differs', {
      width: size.width,
      height: size.height,
      imageWidth: frame.width,
      imageHeight: frame.height,
    })
  }
}
