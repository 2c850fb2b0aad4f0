import type { Ink } from '#common/geometry/painting/ink'
import type { ImagePoint } from '#common/geometry/space'
import type { PaintVerb } from '#renderer/tools/tool'
import { isMask, isUnlocked, paintGround } from '../../model/ground.ts'
import type { EditorPort } from '../editor-port.ts'
import { colorAt, holeAt, maskPartAt } from './region.ts'

/** The region of a click in the chosen paint mode: a hole, a part of a mask, or the pixels that share the color at the point. */
export function regionFor({ state, shapes, shownParts }: EditorPort, at: ImagePoint, verb: PaintVerb): Ink | undefined {
  const { frame, options, viewport, view, hidden } = state
  if (!frame) return undefined
  if (options.paintWay === 'wand') {
    const density = window.devicePixelRatio
    return colorAt({ frame, viewport, view, density, parts: shownParts() }, at, options.wandTolerance)
  }
  const { target, erasable } = paintGround(shapes, state)
  if (verb === 'paint') return target && holeAt([target], at, frame)
  const shown = shapes.filter(isMask).filter((mask) => isUnlocked(mask) && !hidden.has(mask.id))
  return maskPartAt(erasable.length > 0 ? erasable : shown.toReversed(), at, frame)
}
