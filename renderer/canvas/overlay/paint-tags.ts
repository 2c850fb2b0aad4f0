import type { Size, Viewport } from '#common/geometry/space'
import { INK } from '../looks.ts'
import type { OverlayItem } from './overlay.ts'

type Tag = OverlayItem<'tag'>

const HEIGHT = 18
const FONT = '11px "Inter Variable", Inter, system-ui, sans-serif'

/** Draws class and number above a shape, or inside its edge where there is no room above. */
export function paintTag(
  ctx: CanvasRenderingContext2D,
  tag: Tag,
  { viewport, view }: { viewport: Viewport; view: Size },
): void {
  ctx.font = `520 ${FONT}`
  const textWidth = ctx.measureText(tag.text).width
  ctx.font = `420 ${FONT}`
  const detailWidth = tag.detail === undefined ? 0 : ctx.measureText(tag.detail).width + 4
  const lockWidth = tag.isLocked === true ? LOCK_WIDTH : 0
  const width = Math.ceil(18 + textWidth + detailWidth + lockWidth + 6)
  const { x, y } = placeOf(tag, { viewport, view, width })
  paintGround(ctx, tag, { x, y, width })
  ctx.textBaseline = 'alphabetic'
  ctx.font = `520 ${FONT}`
  ctx.fillStyle = INK.tagText
  ctx.fillText(tag.text, x + 18, y + 12.6)
  if (tag.isLocked === true) paintLock(ctx, x + 18 + textWidth + detailWidth + 5, y + 4)
  if (tag.detail === undefined) return
  ctx.font = `420 ${FONT}`
  ctx.fillStyle = INK.tagDetail
  ctx.fillText(tag.detail, x + 18 + textWidth + 4, y + 12.6)
}

interface Room {
  readonly viewport: Viewport
  readonly view: Size
  readonly width: number
}

function placeOf({ bounds, gap }: Tag, { viewport, view, width }: Room): { x: number; y: number } {
  const { scale, offsetX, offsetY } = viewport
  const left = bounds.x0 * scale + offsetX
  const top = bounds.y0 * scale + offsetY
  const above = top - HEIGHT - gap
  const y = above >= 2 ? above : Math.max(2, top + gap)
  return { x: Math.round(Math.min(Math.max(2, left), Math.max(2, view.width - width - 2))), y: Math.round(y) }
}

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
}

function paintGround(ctx: CanvasRenderingContext2D, tag: Tag, { x, y, width }: Place): void {
  ctx.fillStyle = INK.tag
  ctx.beginPath()
  ctx.roundRect(x, y, width, HEIGHT, 3)
  ctx.fill()
  if (tag.isRepeated) {
    ctx.setLineDash([1.5, 2])
    ctx.strokeStyle = tag.color
    ctx.lineWidth = 1
    ctx.stroke()
    ctx.setLineDash([])
  }
  ctx.beginPath()
  ctx.fillStyle = tag.isMachine === true ? INK.machine : tag.color
  if (tag.isMachine === true) traceStar(ctx, x + 9, y + 9)
  else ctx.roundRect(x + 5, y + 5, 8, 8, 2)
  ctx.fill()
}

/** Width of the lock and of the gap before it. */
const LOCK_WIDTH = 13

/** Draws a lock, 8 px wide and 10 px high, from its top left corner. */
function paintLock(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  ctx.strokeStyle = INK.tagDetail
  ctx.lineWidth = 1.25
  ctx.beginPath()
  ctx.moveTo(x + 1.75, y + 5)
  ctx.lineTo(x + 1.75, y + 3)
  ctx.arc(x + 4, y + 3, 2.25, Math.PI, 0)
  ctx.lineTo(x + 6.25, y + 5)
  ctx.stroke()
  ctx.fillStyle = INK.tagDetail
  ctx.beginPath()
  ctx.roundRect(x, y + 4.5, 8, 5.5, 1)
  ctx.fill()
}

/** Traces a four-pointed star, the mark for everything that a model made. */
function traceStar(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  ctx.moveTo(x, y - STAR)
  ctx.quadraticCurveTo(x, y, x + STAR, y)
  ctx.quadraticCurveTo(x, y, x, y + STAR)
  ctx.quadraticCurveTo(x, y, x - STAR, y)
  ctx.quadraticCurveTo(x, y, x, y - STAR)
}

/** Distance from the center of the star to its points, in view pixels. */
const STAR = 5.5
