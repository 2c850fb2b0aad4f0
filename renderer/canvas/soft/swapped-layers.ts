import type { Size } from '#common/geometry/space'
import { Layer } from '../layer.ts'

/** Two stacked canvases: one is visible while the other is drawn. */
export class SwappedLayers {
  readonly #sink = new OffscreenCanvas(1, 1).getContext('2d')
  #seen: Layer
  #next: Layer

  constructor(host: HTMLElement) {
    this.#seen = new Layer(host)
    this.#next = new Layer(host)
    this.#next.element.style.visibility = 'hidden'
  }

  get seen(): Layer {
    return this.#seen
  }

  get next(): Layer {
    return this.#next
  }

  resize(size: Size, density: number): void {
    this.#seen.resize(size, density)
    this.#next.resize(size, density)
  }

  /**
   * Forces the browser to rasterize the drawing so far. It only records calls, and would rasterize all of them at once.
   */
  settle({ element }: Layer): void {
    this.#sink?.drawImage(element, 0, 0, 1, 1, 0, 0, 1, 1)
  }

  /** Shows the layer drawn last. */
  swap(): void {
    this.#next.element.style.visibility = ''
    this.#seen.element.style.visibility = 'hidden'
    const last = this.#seen
    this.#seen = this.#next
    this.#next = last
  }

  remove(): void {
    this.#seen.remove()
    this.#next.remove()
  }
}
