import type { Box } from '#common/geometry/box'
import type { Size, Viewport } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { Layer } from './layer.ts'
import { LOOKS, type LookName } from './looks.ts'
import type { OverlayItem } from './overlay.ts'
import { paintOverlay } from './paint-overlay.ts'
import { paintPicture } from './paint-picture.ts'
import { paintShapes } from './paint-shapes.ts'
import { type Scene, shapesIn } from './scene.ts'
import { sameViewport, visibleBox } from './viewport.ts'

/** Everything there is to see, as one value. What did not change since the last one is not drawn again. */
export interface StageView {
  readonly viewport: Viewport
  readonly frame: Size | undefined
  readonly bitmap: ImageBitmap | undefined
  readonly color: string
  readonly scene: Scene
  /** What models propose, over the shapes. */
  readonly proposals: Scene
  /** Shapes of the scene that the still layer leaves out: hidden ones, and those a gesture has in hand. */
  readonly omitted: ReadonlySet<ShapeId>
  readonly look: LookName
  /** Shapes that the still layer draws as selected ones. */
  readonly selected: ReadonlySet<ShapeId>
  readonly overlay: readonly OverlayItem[]
  /** Peek: the picture alone. */
  readonly isBare: boolean
}

/** A still layer that takes longer than this to draw is moved as a picture while the view moves… */
const COSTLY_MS = 12

/** …and drawn anew once the view has been at rest this long. */
const REST_MS = 120

/** Outlines reach this far out of the view, in view pixels. */
const BLEED = 8

const NONE: ReadonlySet<ShapeId> = new Set()

export interface StageOptions {
  readonly host: HTMLElement
  /** Asked once for each frame that is drawn. */
  readonly view: () => StageView
  readonly onResize: (size: Size) => void
}

/** Three canvases in a host element, drawn on demand: the picture, the shapes at rest, and what is in hand. */
export class Stage {
  readonly #host: HTMLElement
  readonly #view: () => StageView
  readonly #onResize: (size: Size) => void
  readonly #observer: ResizeObserver
  readonly #picture: Layer
  readonly #still: Layer
  readonly #overlay: Layer
  #size: Size = { width: 0, height: 0 }
  #painted: StageView | undefined
  #stillPainted: StageView | undefined
  #stillCost = 0
  #frame = 0
  #rest = 0

  constructor({ host, view, onResize }: StageOptions) {
    this.#host = host
    this.#view = view
    this.#onResize = onResize
    this.#picture = new Layer(host)
    this.#still = new Layer(host)
    this.#overlay = new Layer(host)
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(host)
  }

  /** Something may have changed: it is drawn with the next frame. */
  refresh(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw())
  }

  dispose(): void {
    this.#observer.disconnect()
    cancelAnimationFrame(this.#frame)
    clearTimeout(this.#rest)
    for (const layer of this.#layers()) layer.remove()
  }

  #layers(): readonly Layer[] {
    return [this.#picture, this.#still, this.#overlay]
  }

  #resize(): void {
    this.#size = { width: this.#host.clientWidth, height: this.#host.clientHeight }
    for (const layer of this.#layers()) layer.resize(this.#size, window.devicePixelRatio)
    this.#painted = undefined
    this.#stillPainted = undefined
    this.#onResize(this.#size)
    this.#draw()
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    if (this.#size.width === 0) return
    const view = this.#view()
    if (!this.#painted || pictureDiffers(this.#painted, view)) this.#drawPicture(view)
    this.#drawStill(view)
    this.#overlay.paint((ctx) => {
      if (!view.isBare) paintOverlay(ctx, view.overlay, { viewport: view.viewport, view: this.#size })
    })
    this.#painted = view
  }

  #drawPicture({ viewport, frame, bitmap, color }: StageView): void {
    this.#picture.paint((ctx) => {
      if (frame) paintPicture(ctx, { viewport, view: this.#size, frame, bitmap, color })
    })
  }

  #drawStill(view: StageView): void {
    const last = this.#stillPainted
    if (last && !stillDiffers(last, view)) {
      if (sameViewport(last.viewport, view.viewport)) return
      if (this.#stillCost > COSTLY_MS) return this.#moveStill(last.viewport, view.viewport)
    }
    this.#repaintStill(view)
  }

  #repaintStill(view: StageView): void {
    clearTimeout(this.#rest)
    const start = performance.now()
    const { viewport, omitted } = view
    const sight = grown(visibleBox(viewport, this.#size), BLEED / viewport.scale)
    const shapes = shapesIn(view.scene, sight)
    const shown = omitted.size === 0 ? shapes : shapes.filter(({ id }) => !omitted.has(id))
    this.#still.paint((ctx) => {
      if (view.isBare) return
      paintShapes(ctx, shown, { viewport, look: LOOKS[view.look], selected: view.selected })
      paintShapes(ctx, shapesIn(view.proposals, sight), { viewport, look: LOOKS.proposal, selected: NONE })
    })
    this.#still.element.style.transform = ''
    this.#stillCost = performance.now() - start
    this.#stillPainted = view
  }

  #moveStill(from: Viewport, to: Viewport): void {
    const ratio = to.scale / from.scale
    const [x, y] = [to.offsetX - from.offsetX * ratio, to.offsetY - from.offsetY * ratio]
    this.#still.element.style.transform = `matrix(${ratio}, 0, 0, ${ratio}, ${x}, ${y})`
    clearTimeout(this.#rest)
    this.#rest = window.setTimeout(() => this.#repaintStill(this.#view()), REST_MS)
  }
}

function pictureDiffers(a: StageView, b: StageView): boolean {
  return a.bitmap !== b.bitmap || a.frame !== b.frame || a.color !== b.color || !sameViewport(a.viewport, b.viewport)
}

function stillDiffers(a: StageView, b: StageView): boolean {
  return (
    a.scene !== b.scene ||
    a.proposals !== b.proposals ||
    a.omitted !== b.omitted ||
    a.look !== b.look ||
    a.selected !== b.selected ||
    a.isBare !== b.isBare
  )
}

function grown({ x0, y0, x1, y1 }: Box, by: number): Box {
  return { x0: x0 - by, y0: y0 - by, x1: x1 + by, y1: y1 + by }
}
