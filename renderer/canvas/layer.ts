import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'

/** Returns a canvas that fills its host and ignores the pointer. */
export function stackedCanvas(host: HTMLElement): HTMLCanvasElement {
  const element = document.createElement('canvas')
  element.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;pointer-events:none;transform-origin:0 0'
  element.setAttribute('aria-hidden', 'true')
  host.append(element)
  return element
}

/** One canvas of the stack, sized in device pixels and drawn on in view pixels. */
export class Layer {
  readonly element: HTMLCanvasElement
  readonly #ctx: CanvasRenderingContext2D | null
  #density = 1

  constructor(host: HTMLElement) {
    this.element = stackedCanvas(host)
    this.#ctx = this.element.getContext('2d')
  }

  resize(view: Size, density: number): void {
    this.#density = density
    this.element.width = Math.max(1, Math.round(view.width * density))
    this.element.height = Math.max(1, Math.round(view.height * density))
  }

  paint(draw: (ctx: CanvasRenderingContext2D) => void): void {
    const ctx = this.cleared()
    if (ctx) draw(ctx)
  }

  /** Clears the canvas and returns its context, in view pixels. */
  cleared(): CanvasRenderingContext2D | undefined {
    const ctx = this.#ctx
    if (!ctx) return undefined
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.clearRect(0, 0, this.element.width, this.element.height)
    ctx.setTransform(this.#density, 0, 0, this.#density, 0, 0)
    return ctx
  }

  /** Repaints the box (view pixels) and leaves the rest unchanged. */
  paintWithin({ x0, y0, x1, y1 }: Box, draw: (ctx: CanvasRenderingContext2D) => void): void {
    const ctx = this.#ctx
    if (!ctx) return
    ctx.setTransform(this.#density, 0, 0, this.#density, 0, 0)
    ctx.save()
    ctx.beginPath()
    ctx.rect(x0, y0, x1 - x0, y1 - y0)
    ctx.clip()
    ctx.clearRect(x0, y0, x1 - x0, y1 - y0)
    draw(ctx)
    ctx.restore()
  }

  remove(): void {
    this.element.remove()
  }
}
