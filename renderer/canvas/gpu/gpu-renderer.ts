import type { Size } from '#common/geometry/space'
import { stackedCanvas } from '../layer.ts'
import { OutlineTracer } from '../mask/outline-tracer.ts'
import { masksIn } from '../scene.ts'
import { levelFor } from '../still/levels.ts'
import type { Renderer, RendererHost, StillView } from '../still/renderer.ts'
import { LAYER_LOOKS } from '../still/slots.ts'
import { sameViewport } from '../viewport.ts'
import { ImageLayer } from './image-layer.ts'
import { type Gl, GpuError } from './program.ts'
import { ShapeLayer } from './shape-layer.ts'
import { makeShapePrograms } from './shape-programs.ts'
import { type Sight, sightOf } from './sight.ts'

/** Time per frame for work that can wait for the next frame. */
const SPARE_MS = 2

export interface GpuHost extends RendererHost {
  /** The context is lost; nothing can be drawn any more. */
  readonly onLost: () => void
  /** The context is restored, with none of its resources. */
  readonly onRestored: () => void
}

/** Software that emulates a GPU is slower than the CPU driver. */
const NOT_A_CARD = /swiftshader|llvmpipe|softpipe|software|basic render/i

const NO_SHAPES: ReadonlySet<never> = new Set()

/** Draws with WebGL 2 on one canvas. The constructor throws a `GpuError` where that is not possible. */
export class GpuRenderer implements Renderer {
  readonly kind = 'gpu'
  readonly #host: GpuHost
  readonly #canvas: HTMLCanvasElement
  readonly #gl: Gl
  readonly #image: ImageLayer
  readonly #shapes: ShapeLayer
  readonly #proposals: ShapeLayer
  readonly #stop = new AbortController()
  readonly #tracer: OutlineTracer
  #density = 1
  #drawn: StillView | undefined
  /** Whether the same view must be drawn again, with data that was missing the last time. */
  #isDue = true
  /** Whether better data is being made that cannot be drawn yet. */
  #isImproving = false

  constructor(host: GpuHost, isForced: boolean) {
    this.#host = host
    this.#tracer = new OutlineTracer(() => this.#again())
    this.#canvas = stackedCanvas(host.element)
    try {
      this.#gl = contextOf(this.#canvas, isForced)
      this.#image = new ImageLayer(this.#gl)
      const programs = makeShapePrograms(this.#gl)
      this.#shapes = new ShapeLayer(this.#gl, programs)
      this.#proposals = new ShapeLayer(this.#gl, programs)
    } catch (error) {
      this.#canvas.remove()
      throw error
    }
    this.#canvas.addEventListener('webglcontextlost', (event) => this.#lost(event), { signal: this.#stop.signal })
    this.#canvas.addEventListener('webglcontextrestored', () => host.onRestored(), { signal: this.#stop.signal })
  }

  resize(size: Size, density: number): void {
    this.#density = density
    this.#canvas.width = Math.max(1, Math.round(size.width * density))
    this.#canvas.height = Math.max(1, Math.round(size.height * density))
    this.#gl.viewport(0, 0, this.#canvas.width, this.#canvas.height)
    this.#isDue = true
  }

  draw(view: StillView): void {
    const last = this.#drawn
    if (last && !this.#isDue && isSameView(last, view)) return this.#improveOn(view)
    this.#drawn = view
    this.#isDue = false
    // While the view moves, the whole frame time goes to drawing.
    const isMoving = last !== undefined && !sameViewport(last.viewport, view.viewport)
    this.#paint(view)
    const layers = view.isBare ? [this.#image] : [this.#image, this.#shapes, this.#proposals]
    if (isMoving || layers.some((layer) => layer.isComing)) return this.#again()
    this.#isImproving = !view.isBare
    this.#improveOn(view)
  }

  dispose(): void {
    this.#stop.abort()
    this.#tracer.stop()
    this.#image.dispose()
    this.#shapes.dispose()
    this.#proposals.dispose()
    // The browser keeps a context until it is collected, and a page may only have a few.
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext()
    this.#canvas.remove()
  }

  #paint(view: StillView): void {
    const gl = this.#gl
    const sight = sightOf(view.viewport, this.#canvas, this.#density)
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    this.#image.draw(view, sight)
    if (view.isBare) return
    this.#shapes.update(view.scene, view)
    this.#proposals.update(view.proposals, { omitted: NO_SHAPES, selected: NO_SHAPES })
    this.#traceMasks(view, sight)
    for (const layer of [this.#shapes, this.#proposals]) layer.prepare(sight)
    this.#shapes.draw(sight, LAYER_LOOKS[view.look])
    this.#proposals.draw(sight, LAYER_LOOKS.proposal)
  }

  #again(): void {
    this.#isDue = true
    this.#host.again()
  }

  #traceMasks({ scene, proposals }: StillView, { visible, scale }: Sight): void {
    this.#tracer.want([...masksIn(scene, visible), ...masksIn(proposals, visible)], levelFor(scale))
  }

  /** Spends some time on data that would improve the image, and asks for a frame to draw it or to continue. */
  #improveOn({ viewport }: StillView): void {
    if (!this.#isImproving) return
    const sight = sightOf(viewport, this.#canvas, this.#density)
    const end = performance.now() + SPARE_MS
    let isBetter = false
    while (this.#isImproving && performance.now() < end) {
      const isMade = this.#shapes.improve(sight) ?? this.#proposals.improve(sight)
      this.#isImproving = isMade !== undefined
      isBetter ||= isMade === true
    }
    if (isBetter) this.#again()
    else if (this.#isImproving) this.#host.again()
  }

  #lost(event: Event): void {
    // Without this call the browser never restores the context.
    event.preventDefault()
    this.#host.onLost()
  }
}

/** Returns whether two views look the same, apart from the overlay. */
function isSameView(a: StillView, b: StillView): boolean {
  return sameViewport(a.viewport, b.viewport) && LOOKED_AT.every((part) => a[part] === b[part])
}

const LOOKED_AT = [
  'frame',
  'image',
  'adjust',
  'sharpFrom',
  'color',
  'scene',
  'proposals',
  'omitted',
  'look',
  'selected',
  'isBare',
] as const

function contextOf(canvas: HTMLCanvasElement, isForced: boolean): Gl {
  const gl = canvas.getContext('webgl2', {
    alpha: true,
    antialias: false,
    depth: false,
    stencil: false,
    powerPreference: 'high-performance',
    failIfMajorPerformanceCaveat: !isForced,
  })
  if (!gl) throw new GpuError('There is no WebGL 2')
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  const name = info ? String(gl.getParameter(info.UNMASKED_RENDERER_WEBGL)) : ''
  if (!isForced && NOT_A_CARD.test(name)) throw new GpuError(`${name} is no graphics card`)
  return gl
}
