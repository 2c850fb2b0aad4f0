import type { Size } from '#common/geometry/space'

/** One canvas of the stack, sized in device pixels and drawn on in view pixels. */
export class Layer {
  readonly element = document.createElement('canvas')
  readonly #ctx = this.element.getContext('2d')
  #density = 1

  constructor(host: HTMLElement) {
    this.element.style.cssText =
      'position:absolute;inset:0;width:100%;height:100%;pointer-events:none;transform-origin:0 0'
    this.element.setAttribute('aria-hidden', 'true')
    host.append(this.element)
  }

  resize(view: Size, density: number): void {
    this.#density = density
    this.element.width = Math.max(1, Math.round(view.width * density))
    this.element.height = Math.max(1, Math.round(view.height * density))
  }

  paint(draw: (ctx: CanvasRenderingContext2D) => void): void {
    const ctx = this.#ctx
    if (!ctx) return
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.clearRect(0, 0, this.element.width, this.element.height)
    ctx.setTransform(this.#density, 0, 0, this.#density, 0, 0)
    draw(ctx)
  }

  remove(): void {
    this.element.remove()
  }
}
