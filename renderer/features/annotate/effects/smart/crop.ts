import type { Box } from '#common/geometry/box'
import type { Size, Viewport } from '#common/geometry/space'
import { visibleBox } from '#renderer/canvas/viewport'
import type { Prompt } from '#renderer/tools/smart/smart'

/** Crops begin at every eighth of their own size: the same one serves while the view moves a little. */
const STEPS = 8

/**
 * The part of the image around what is in view that is worth being embedded by itself: the image's sides halved as often as what is
 * in view still fits in, in whole pixels. Undefined while more than about half of the image is in view.
 */
export function cropInView(frame: Size, viewport: Viewport, view: Size): Box | undefined {
  const seen = inFrame(visibleBox(viewport, view), frame)
  const [width, height] = [seen.x1 - seen.x0, seen.y1 - seen.y0]
  if (width <= 0 || height <= 0) return undefined
  const times = (1 - 1 / STEPS) * Math.min(frame.width / width, frame.height / height)
  const halvings = Math.floor(Math.log2(times))
  if (halvings < 1) return undefined
  const across = sideAround({ from: seen.x0, length: width, of: frame.width, halvings })
  const down = sideAround({ from: seen.y0, length: height, of: frame.height, halvings })
  return { x0: across.from, y0: down.from, x1: across.to, y1: down.to }
}

function inFrame({ x0, y0, x1, y1 }: Box, { width, height }: Size): Box {
  return { x0: Math.max(0, x0), y0: Math.max(0, y0), x1: Math.min(width, x1), y1: Math.min(height, y1) }
}

interface Side {
  readonly from: number
  readonly length: number
  readonly of: number
  readonly halvings: number
}

/** A part of one side of the frame, on the grid, that holds what is in view. */
function sideAround({ from, length, of, halvings }: Side): { readonly from: number; readonly to: number } {
  const size = Math.max(1, Math.ceil(of / 2 ** halvings))
  const step = Math.max(1, Math.floor(size / STEPS))
  const middle = from - (size - length) / 2
  const start = Math.max(0, Math.min(of - size, Math.round(middle / step) * step))
  return { from: start, to: start + size }
}

/** Whether everything that was pointed at lies in a part of the image. */
export function holdsPrompts({ x0, y0, x1, y1 }: Box, prompts: readonly Prompt[]): boolean {
  const holds = (x: number, y: number) => x >= x0 && x <= x1 && y >= y0 && y <= y1
  return prompts.every((prompt) =>
    prompt.kind === 'point'
      ? holds(prompt.at.x, prompt.at.y)
      : holds(prompt.box.x0, prompt.box.y0) && holds(prompt.box.x1, prompt.box.y1),
  )
}
