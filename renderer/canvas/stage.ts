import type { Size, Viewport } from '#common/geometry/space'
import { onUiFactor, uiFactor } from '#renderer/ui/app/ui-scale'
import { drawingWish, onDrawingWish } from './drawing-wish.ts'
import { Driver } from './driver.ts'
import { Layer } from './layer.ts'
import type { OverlayItem } from './overlay/overlay.ts'
import { paintOverlay } from './overlay/paint-overlay.ts'
import type { StillView } from './still/renderer.ts'

/** Everything to draw, as one value. Parts that did not change are not drawn again. */
export interface StageView extends StillView {
  readonly overlay: readonly OverlayItem[]
}

export interface StageOptions {
  readonly host: HTMLElement
  /** Called once for each frame. */
  readonly view: () => StageView
  readonly onResize: (size: Size) => void
}

/**
 * The image and the shapes at rest, drawn by one of two drivers, under a canvas for what is being edited. Draws on
 * demand.
 */
export class Stage {
  readonly #host: HTMLElement
  readonly #view: () => StageView
  readonly #onResize: (size: Size) => void
  readonly #observer: ResizeObserver
  readonly #overlay: Layer
  readonly #driver: Driver
  readonly #stops: readonly (() => void)[]
  #size: Size = { width: 0, height: 0 }
  #frame = 0

  constructor({ host, view, onResize }: StageOptions) {
    this.#host = host
    this.#view = view
    this.#onResize = onResize
    this.#driver = new Driver(host, { wish: drawingWish(), again: () => this.refresh() })
    this.#overlay = new Layer(host)
    this.#stops = [onDrawingWish((wish) => this.#driver.choose(wish)), onUiFactor(() => this.#resize())]
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(host)
  }

  /** Schedules a frame because something may have changed. */
  refresh(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw())
  }

  dispose(): void {
    for (const stop of this.#stops) stop()
    this.#observer.disconnect()
    cancelAnimationFrame(this.#frame)
    this.#driver.dispose()
    this.#overlay.remove()
  }

  #resize(): void {
    this.#size = { width: this.#host.clientWidth, height: this.#host.clientHeight }
    const density = window.devicePixelRatio * uiFactor()
    this.#driver.resize(designSize(this.#size), density)
    this.#overlay.resize(designSize(this.#size), density)
    this.#onResize(this.#size)
    this.#draw()
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    if (this.#size.width === 0) return
    const view = this.#view()
    const viewport = designViewport(view.viewport)
    this.#driver.draw({ ...view, viewport })
    this.#overlay.paint((ctx) => {
      if (!view.isBare) paintOverlay(ctx, view.overlay, { viewport, view: designSize(this.#size), factor: uiFactor() })
    })
  }
}

/*
 * Drawing uses design pixels of `uiFactor()` screen pixels each, so that lines, handles and text scale with the
 * interface while the image does not.
 */

function designSize({ width, height }: Size): Size {
  const factor = uiFactor()
  return { width: width / factor, height: height / factor }
}

function designViewport({ scale, offsetX, offsetY }: Viewport): Viewport {
  const factor = uiFactor()
  return { scale: scale / factor, offsetX: offsetX / factor, offsetY: offsetY / factor }
}
