import type { Size } from '#common/geometry/space'
import { drawingWish, onDrawingWish } from './drawing-wish.ts'
import { Driver } from './driver.ts'
import { Layer } from './layer.ts'
import type { OverlayItem } from './overlay/overlay.ts'
import { paintOverlay } from './overlay/paint-overlay.ts'
import type { StillView } from './still/renderer.ts'

/** Everything there is to see, as one value. What did not change since the last one is not drawn again. */
export interface StageView extends StillView {
  readonly overlay: readonly OverlayItem[]
}

export interface StageOptions {
  readonly host: HTMLElement
  /** Asked once for each frame that is drawn. */
  readonly view: () => StageView
  readonly onResize: (size: Size) => void
}

/** The picture and the shapes at rest, drawn by one of two drivers, and a canvas over them for what is in hand. Drawn on demand. */
export class Stage {
  readonly #host: HTMLElement
  readonly #view: () => StageView
  readonly #onResize: (size: Size) => void
  readonly #observer: ResizeObserver
  readonly #overlay: Layer
  readonly #driver: Driver
  readonly #stopListening: () => void
  #size: Size = { width: 0, height: 0 }
  #frame = 0

  constructor({ host, view, onResize }: StageOptions) {
    this.#host = host
    this.#view = view
    this.#onResize = onResize
    this.#driver = new Driver(host, { wish: drawingWish(), again: () => this.refresh() })
    this.#overlay = new Layer(host)
    this.#stopListening = onDrawingWish((wish) => this.#driver.choose(wish))
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(host)
  }

  /** Something may have changed: it is drawn with the next frame. */
  refresh(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw())
  }

  dispose(): void {
    this.#stopListening()
    this.#observer.disconnect()
    cancelAnimationFrame(this.#frame)
    this.#driver.dispose()
    this.#overlay.remove()
  }

  #resize(): void {
    this.#size = { width: this.#host.clientWidth, height: this.#host.clientHeight }
    this.#driver.resize(this.#size, window.devicePixelRatio)
    this.#overlay.resize(this.#size, window.devicePixelRatio)
    this.#onResize(this.#size)
    this.#draw()
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    if (this.#size.width === 0) return
    const view = this.#view()
    this.#driver.draw(view)
    this.#overlay.paint((ctx) => {
      if (!view.isBare) paintOverlay(ctx, view.overlay, { viewport: view.viewport, view: this.#size })
    })
  }
}
