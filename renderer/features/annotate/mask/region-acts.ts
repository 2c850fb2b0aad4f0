import type { AnnotationDocument } from '#common/annotation/edit'
import type { Ink } from '#common/geometry/painting/ink'
import type { ImagePoint } from '#common/geometry/space'
import type { ImagePart } from '#renderer/canvas/still/renderer'
import type { PaintVerb } from '#renderer/tools/tool'
import type { Bench } from '../workbench/bench.ts'
import { isMask, isUnlocked, paintGround } from './ground.ts'
import { colorAt, holeAt, maskPartAt } from './region.ts'

/** The screen, as far as a click into it can mean pixels. */
export interface RegionDesk {
  readonly bench: Bench
  readonly shapes: AnnotationDocument
  readonly shownParts: () => readonly ImagePart[]
}

/** What a click means by the way of painting that is chosen: a hole, a part of a mask, or what has the colour of the place. */
export function regionFor({ bench, shapes, shownParts }: RegionDesk, at: ImagePoint, verb: PaintVerb): Ink | undefined {
  const { frame, options, viewport, view, hidden } = bench
  if (!frame) return undefined
  if (options.paintWay === 'wand') {
    const density = window.devicePixelRatio
    return colorAt({ frame, viewport, view, density, parts: shownParts() }, at, options.wandTolerance)
  }
  const { target, erasable } = paintGround(shapes, bench)
  if (verb === 'paint') return target && holeAt([target], at, frame)
  const shown = shapes.filter(isMask).filter((mask) => isUnlocked(mask) && !hidden.has(mask.id))
  return maskPartAt(erasable.length > 0 ? erasable : shown.toReversed(), at, frame)
}
