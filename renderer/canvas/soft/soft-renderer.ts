import type { Box } from '#common/geometry/box'
import type { Size, Viewport } from '#common/geometry/space'
import { Layer } from '../layer.ts'
import { OutlineTracer } from '../mask/outline-tracer.ts'
import { masksIn, type Scene, shapesIn } from '../scene.ts'
import { isCrowd } from '../still/detail.ts'
import { FINEST } from '../still/levels.ts'
import type { Renderer, RendererHost, StillView } from '../still/renderer.ts'
import { LAYER_LOOKS } from '../still/slots.ts'
import { sameViewport, visibleBox } from '../viewport.ts'
import { paintPicture } from './paint-picture.ts'
import { paintStill, type StillBrush } from './paint-still.ts'
import { BLEED, isOnlyMoved, repaintOf } from './repaint.ts'

/** Shapes that take longer than this to draw are moved as a picture while the view moves… */
const COSTLY_MS = 12

/** …and drawn anew once the view has been at rest this long. */
const REST_MS = 120

/** Draws with the processor, on two canvases: one for the picture, one for the shapes. */
export class SoftRenderer implements Renderer {
  readonly kind = 'soft'
  readonly #host: RendererHost
  readonly #picture: Layer
  readonly #shapes: Layer
  readonly #tracer: OutlineTracer
  #size: Size = { width: 0, height: 0 }
  #density = 1
  #painted: StillView | undefined
  /** What the canvas of the shapes shows, perhaps moved. */
  #shown: StillView | undefined
  #movedTo: Viewport | undefined
  #cost = 0
  #rest = 0
  #isResting = true
  /** Masks were drawn without their outlines, which are not traced yet. */
  #lacksOutlines = false

  constructor(host: RendererHost) {
    this.#host = host
    this.#tracer = new OutlineTracer(host.again)
    this.#picture = new Layer(host.element)
    this.#shapes = new Layer(host.element)
  }

  resize(size: Size, density: number): void {
    this.#size = size
    this.#density = density
    this.#picture.resize(size, density)
    this.#shapes.resize(size, density)
    this.#painted = undefined
    this.#shown = undefined
  }

  draw(view: StillView): void {
    if (!this.#painted || pictureDiffers(this.#painted, view)) this.#drawPicture(view)
    const isTraced = this.#traceMasks(view)
    if (isTraced && this.#lacksOutlines) this.#shown = undefined
    this.#drawShapes(view)
    this.#painted = view
    this.#lacksOutlines = !isTraced
  }

  dispose(): void {
    clearTimeout(this.#rest)
    this.#tracer.stop()
    this.#picture.remove()
    this.#shapes.remove()
  }

  #drawPicture({ frame, picture, ...view }: StillView): void {
    this.#picture.paint((ctx) => {
      if (frame) paintPicture(ctx, { ...view, frame, parts: picture, view: this.#size, density: this.#density })
    })
  }

  #drawShapes(view: StillView): void {
    const isCostly = this.#cost > COSTLY_MS && !this.#isResting
    if (this.#shown && isCostly && isOnlyMoved(this.#shown, view))
      return this.#move(this.#shown.viewport, view.viewport)
    const repaint = repaintOf(this.#shown, view)
    if (repaint === 'all') this.#repaint(view)
    else if (repaint !== 'nothing') this.#repaintWithin(view, repaint)
    this.#shown = view
  }

  #repaint(view: StillView): void {
    clearTimeout(this.#rest)
    const start = performance.now()
    const sight = grown(visibleBox(view.viewport, this.#size), BLEED / view.viewport.scale)
    this.#shapes.paint((ctx) => this.#paint(ctx, view, sight))
    this.#shapes.element.style.transform = ''
    this.#movedTo = undefined
    this.#cost = performance.now() - start
    this.#isResting = false
  }

  #repaintWithin(view: StillView, box: Box): void {
    this.#shapes.paintWithin(toWholePixels(box, view.viewport, this.#density), (ctx) => this.#paint(ctx, view, box))
  }

  #paint(ctx: CanvasRenderingContext2D, view: StillView, sight: Box): void {
    if (view.isBare) return
    const brush = (scene: Scene, looks: StillBrush['looks']) => ({
      ...{ viewport: view.viewport, density: this.#density, looks, isCrowd: isCrowd(scene), sight },
      ...{ omitted: view.omitted, selected: view.selected },
    })
    paintStill(ctx, shapesIn(view.scene, sight), brush(view.scene, LAYER_LOOKS[view.look]))
    paintStill(ctx, shapesIn(view.proposals, sight), brush(view.proposals, LAYER_LOOKS.proposal))
  }

  /** False while outlines of masks in sight are missing. */
  #traceMasks({ viewport, scene, proposals }: StillView): boolean {
    const sight = visibleBox(viewport, this.#size)
    return this.#tracer.want([...masksIn(scene, sight), ...masksIn(proposals, sight)], FINEST)
  }

  #move(from: Viewport, to: Viewport): void {
    if (this.#movedTo && sameViewport(this.#movedTo, to)) return
    this.#movedTo = to
    const ratio = to.scale / from.scale
    // What is drawn may be measured in larger pixels than those of styles.
    const css = this.#density / window.devicePixelRatio
    const [x, y] = [(to.offsetX - from.offsetX * ratio) * css, (to.offsetY - from.offsetY * ratio) * css]
    this.#shapes.element.style.transform = `matrix(${ratio}, 0, 0, ${ratio}, ${x}, ${y})`
    clearTimeout(this.#rest)
    this.#rest = window.setTimeout(() => {
      this.#isResting = true
      this.#host.again()
    }, REST_MS)
  }
}

function pictureDiffers(a: StillView, b: StillView): boolean {
  const isSame = a.picture === b.picture && a.frame === b.frame && a.color === b.color && a.adjust === b.adjust
  return !isSame || a.sharpFrom !== b.sharpFrom || !sameViewport(a.viewport, b.viewport)
}

function grown({ x0, y0, x1, y1 }: Box, by: number): Box {
  return { x0: x0 - by, y0: y0 - by, x1: x1 + by, y1: y1 + by }
}

/** The box in view pixels, on whole device pixels: a clip through one would leave a trace of what was there. */
function toWholePixels({ x0, y0, x1, y1 }: Box, { scale, offsetX, offsetY }: Viewport, density: number): Box {
  const down = (view: number) => Math.floor(view * density) / density
  const up = (view: number) => Math.ceil(view * density) / density
  return {
    x0: down(x0 * scale + offsetX),
    y0: down(y0 * scale + offsetY),
    x1: up(x1 * scale + offsetX),
    y1: up(y1 * scale + offsetY),
  }
}
