import type { Box } from '#common/geometry/box'
import type { Size, Viewport } from '#common/geometry/space'
import { Layer } from '../layer.ts'
import { OutlineTracer } from '../mask/outline-tracer.ts'
import { masksIn, type Scene, shapesIn } from '../scene.ts'
import { isCrowd, isMaskCrowd } from '../still/detail.ts'
import { FINEST } from '../still/levels.ts'
import type { Renderer, RendererHost, StillView } from '../still/renderer.ts'
import { LAYER_LOOKS } from '../still/slots.ts'
import { sameViewport, visibleBox } from '../viewport.ts'
import { paintImage } from './paint-image.ts'
import { type Noted, paintStill, type StillBrush } from './paint-still.ts'
import { BLEED, isOnlyMoved, repaintOf, toWholePixels } from './repaint.ts'
import { SwappedLayers } from './swapped-layers.ts'

/** Shapes that take longer than this to draw are moved as a bitmap while the view moves… */
const COSTLY_MS = 12

/** …and redrawn once the view has been at rest this long. */
const REST_MS = 120

/** Time per frame for redrawing all shapes; the next frame continues. */
const FRAME_MS = 20

/** While no shapes of the image are visible, a partial drawing is shown after this time. */
const REVEAL_MS = 3 * FRAME_MS

/** Sides of outlines that are recorded before they are rasterized. */
const MOST_NOTED = 16_000

/** A redraw of all shapes, made behind the visible layer. */
interface Repaint {
  readonly view: StillView
  readonly layer: Layer
  readonly steps: Generator<Noted, void>
  /** Whether outlines were left out that are not traced yet. */
  readonly lacksOutlines: boolean
  spentMs: number
}

/** Draws with the CPU, on one canvas for the image and one for the shapes. */
export class SoftRenderer implements Renderer {
  readonly kind = 'soft'
  readonly #host: RendererHost
  readonly #image: Layer
  readonly #shapes: SwappedLayers
  readonly #tracer: OutlineTracer
  #size: Size = { width: 0, height: 0 }
  #density = 1
  #painted: StillView | undefined
  /** The view that the visible canvas shows, perhaps moved. */
  #shown: StillView | undefined
  /** The view of a partial drawing, while the rest of its shapes is still to come. */
  #begun: StillView | undefined
  #repaint: Repaint | undefined
  #movedTo: Viewport | undefined
  #cost = 0
  #rest = 0
  #isResting = true
  /** Masks were drawn without their outlines, which were not traced yet. */
  #lacksOutlines = false

  constructor(host: RendererHost) {
    this.#host = host
    this.#tracer = new OutlineTracer(host.again)
    this.#image = new Layer(host.element)
    this.#shapes = new SwappedLayers(host.element)
  }

  resize(size: Size, density: number): void {
    this.#size = size
    this.#density = density
    this.#image.resize(size, density)
    this.#shapes.resize(size, density)
    this.#painted = undefined
    this.#shown = undefined
    this.#begun = undefined
    this.#repaint = undefined
  }

  draw(view: StillView): void {
    if (!this.#painted || imageDiffers(this.#painted, view)) this.#drawImage(view)
    this.#drawShapes(view, this.#traceMasks(view))
    this.#painted = view
  }

  dispose(): void {
    clearTimeout(this.#rest)
    this.#tracer.stop()
    this.#image.remove()
    this.#shapes.remove()
  }

  #drawImage({ frame, image, ...view }: StillView): void {
    this.#image.paint((ctx) => {
      if (frame) paintImage(ctx, { ...view, frame, parts: image, view: this.#size, density: this.#density })
    })
  }

  #drawShapes(view: StillView, isTraced: boolean): void {
    if (this.#repaint && !this.#isThrough(this.#repaint, view)) return this.#host.again()
    if (this.#isMoving(view)) return
    const repaint = this.#lacksOutlines && isTraced ? 'all' : repaintOf(this.#shown, view)
    if (repaint === 'all') return this.#begin(view, !isTraced)
    if (this.#movedTo) this.#place(view.viewport, view.viewport)
    if (repaint !== 'nothing') this.#repaintWithin(view, repaint)
    this.#shown = view
  }

  #forget(): void {
    this.#shapes.seen.cleared()
    this.#shown = undefined
    this.#begun = undefined
  }

  /** Returns whether to move the existing drawing, because redrawing would delay the gesture. */
  #isMoving(view: StillView): boolean {
    const isCostly = this.#cost > COSTLY_MS && !this.#isResting
    const seen = this.#shown ?? this.#begun
    if (!isCostly || !seen || !isOnlyMoved(seen, view)) return false
    this.#move(seen.viewport, view.viewport)
    return true
  }

  /**
   * Continues a redraw, and returns false until it is complete. Abandons it when almost nothing of it would be of use;
   * small changes since it began are drawn at its end.
   */
  #isThrough(repaint: Repaint, view: StillView): boolean {
    if (repaintOf(repaint.view, view) !== 'all') return this.#goOn(repaint)
    this.#cost = Math.max(this.#cost, repaint.spentMs)
    this.#repaint = undefined
    return true
  }

  #begin(view: StillView, lacksOutlines: boolean): void {
    clearTimeout(this.#rest)
    const layer = this.#shapes.next
    const ctx = layer.cleared()
    if (!ctx) return
    // Shapes of another image must not appear on this one, but those of the same image may, at their new positions.
    const last = this.#shown ?? this.#begun
    if (last && last.frame === view.frame) this.#place(last.viewport, view.viewport)
    else this.#forget()
    const sight = grown(visibleBox(view.viewport, this.#size), BLEED / view.viewport.scale)
    this.#repaint = { view, layer, steps: this.#paint(ctx, view, sight), lacksOutlines, spentMs: 0 }
    this.#isResting = false
    if (!this.#goOn(this.#repaint)) this.#host.again()
  }

  /** Returns true when everything is drawn and shown. */
  #goOn(repaint: Repaint): boolean {
    const isDone = this.#drawOn(repaint)
    const isFirst = this.#shown === undefined && this.#begun === undefined
    if (isDone || (isFirst && repaint.spentMs > REVEAL_MS)) this.#reveal(repaint)
    if (!isDone) return false
    this.#repaint = undefined
    this.#begun = undefined
    this.#shown = repaint.view
    this.#lacksOutlines = repaint.lacksOutlines
    this.#cost = repaint.spentMs
    return true
  }

  /** Draws for as long as a frame may take. Returns true when everything is drawn. */
  #drawOn(repaint: Repaint): boolean {
    const start = performance.now()
    let isDone = false
    for (let noted = 0; !isDone && performance.now() - start < FRAME_MS; ) {
      const next = repaint.steps.next()
      isDone = next.done === true
      noted += next.value ?? 0
      if (!isDone && noted < MOST_NOTED) continue
      this.#shapes.settle(repaint.layer)
      noted = 0
    }
    repaint.spentMs += performance.now() - start
    return isDone
  }

  /** Shows the part drawn so far, and the rest as it follows. */
  #reveal({ view, layer }: Repaint): void {
    if (layer !== this.#shapes.seen) this.#shapes.swap()
    layer.element.style.transform = ''
    this.#begun = view
    this.#movedTo = undefined
  }

  #repaintWithin(view: StillView, box: Box): void {
    this.#shapes.seen.paintWithin(toWholePixels(box, view.viewport, this.#density), (ctx) => {
      const steps = this.#paint(ctx, view, box)
      while (steps.next().done !== true);
    })
  }

  *#paint(ctx: CanvasRenderingContext2D, view: StillView, sight: Box): Generator<Noted, void> {
    if (view.isBare) return
    const brush = (scene: Scene, looks: StillBrush['looks']) => ({
      viewport: view.viewport,
      density: this.#density,
      looks,
      isCrowd: isCrowd(scene),
      isMaskCrowd: isMaskCrowd(scene),
      sight,
      omitted: view.omitted,
      selected: view.selected,
    })
    yield* paintStill(ctx, shapesIn(view.scene, sight), brush(view.scene, LAYER_LOOKS[view.look]))
    yield* paintStill(ctx, shapesIn(view.proposals, sight), brush(view.proposals, LAYER_LOOKS.proposal))
  }

  /** Returns false while outlines of visible masks are missing. */
  #traceMasks({ viewport, scene, proposals }: StillView): boolean {
    const sight = visibleBox(viewport, this.#size)
    return this.#tracer.want([...masksIn(scene, sight), ...masksIn(proposals, sight)], FINEST)
  }

  #move(from: Viewport, to: Viewport): void {
    if (this.#movedTo && sameViewport(this.#movedTo, to)) return
    this.#place(from, to)
    clearTimeout(this.#rest)
    this.#rest = window.setTimeout(() => {
      this.#isResting = true
      this.#host.again()
    }, REST_MS)
  }

  /** Shows a drawing made for one viewport at the position of another. */
  #place(from: Viewport, to: Viewport): void {
    this.#movedTo = to
    const ratio = to.scale / from.scale
    // The canvas may use larger pixels than CSS does.
    const css = this.#density / window.devicePixelRatio
    const [x, y] = [(to.offsetX - from.offsetX * ratio) * css, (to.offsetY - from.offsetY * ratio) * css]
    this.#shapes.seen.element.style.transform = `matrix(${ratio}, 0, 0, ${ratio}, ${x}, ${y})`
  }
}

function imageDiffers(a: StillView, b: StillView): boolean {
  const isSame = a.image === b.image && a.frame === b.frame && a.color === b.color && a.adjust === b.adjust
  return !isSame || a.sharpFrom !== b.sharpFrom || !sameViewport(a.viewport, b.viewport)
}

function grown({ x0, y0, x1, y1 }: Box, by: number): Box {
  return { x0: x0 - by, y0: y0 - by, x1: x1 + by, y1: y1 + by }
}
