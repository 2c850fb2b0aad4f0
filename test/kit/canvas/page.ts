import { GpuRenderer } from '#renderer/canvas/gpu/gpu-renderer'
import { Layer } from '#renderer/canvas/layer'
import { LOOKS } from '#renderer/canvas/looks'
import { paintShape } from '#renderer/canvas/overlay/paint-outline'
import { SoftRenderer } from '#renderer/canvas/soft/soft-renderer'
import type { Renderer } from '#renderer/canvas/still/renderer'
import { EXAMPLES, type Example, type ExampleName } from './scenes.ts'

/** Functions of the page with the drivers, for tests. */
export interface CanvasPage {
  /** Draws the example with a driver over gray; returns a PNG as a data URL. */
  drawn(name: ExampleName, kind: Renderer['kind']): Promise<string>
  /** Draws the example with the CPU after another image was begun and abandoned. */
  drawnOnReturn(name: ExampleName, between: ExampleName): Promise<string>
  /** Draws the example for the first time, and moves the view to that of another one as soon as a part is visible. */
  drawnWhileMoved(name: ExampleName, to: ExampleName): Promise<Appearing>
  /** Draws the example's shapes as they look during a gesture. */
  drawnInHand(name: ExampleName): Promise<string>
}

/** The image after the first frame, when a part is drawn, directly after the move, and when everything is drawn. */
type Appearing = Readonly<Record<'empty' | 'part' | 'onMove' | 'last', string>>

async function drawn(name: ExampleName, kind: Renderer['kind']): Promise<string> {
  const example: Example = await EXAMPLES[name]()
  const element = document.createElement('div')
  let isUnfinished = true
  const host = { element, again: () => (isUnfinished = true), onLost: () => {}, onRestored: () => {} }
  const renderer = kind === 'gpu' ? new GpuRenderer(host, true) : new SoftRenderer(host)
  renderer.resize(example.size, example.density)
  while (isUnfinished) {
    isUnfinished = false
    renderer.draw(example.view)
  }
  const address = copied([...element.querySelectorAll('canvas')])
  renderer.dispose()
  return address
}

async function drawnOnReturn(name: ExampleName, between: ExampleName): Promise<string> {
  const [example, other]: readonly Example[] = await Promise.all([EXAMPLES[name](), EXAMPLES[between]()])
  if (!example || !other) throw new Error('An example is missing')
  const element = document.createElement('div')
  let isUnfinished = true
  const renderer = new SoftRenderer({ element, again: () => (isUnfinished = true) })
  renderer.resize(example.size, example.density)
  const finish = () => {
    for (isUnfinished = true; isUnfinished; ) {
      isUnfinished = false
      renderer.draw(example.view)
    }
  }
  finish()
  renderer.draw({ ...other.view, frame: { width: 1, height: 1 } })
  finish()
  const address = copied([...element.querySelectorAll('canvas')])
  renderer.dispose()
  return address
}

async function drawnWhileMoved(name: ExampleName, to: ExampleName): Promise<Appearing> {
  const example: Example = await EXAMPLES[name]()
  const { view }: Example = await EXAMPLES[to]()
  const { draw, finish, asked } = softDrawing(example)
  const empty = draw(example.view)
  let part = empty
  while (part === empty) part = draw(example.view)
  const moved = { ...example.view, viewport: view.viewport }
  const isAsked = asked()
  const onMove = draw(moved)
  await isAsked
  return { empty, part, onMove, last: finish(moved) }
}

/** Makes a CPU renderer of the example's size. */
function softDrawing({ size, density }: Example) {
  const element = document.createElement('div')
  let isUnfinished = true
  const calls = new EventTarget()
  const again = () => {
    isUnfinished = true
    calls.dispatchEvent(new Event('again'))
  }
  const renderer = new SoftRenderer({ element, again })
  renderer.resize(size, density)
  const seen = () => copied([...element.querySelectorAll('canvas')])
  return {
    /** Draws one more frame and returns the image. */
    draw(view: Example['view']): string {
      renderer.draw(view)
      return seen()
    },
    /** Draws until nothing is left and returns the image. */
    finish(view: Example['view']): string {
      for (isUnfinished = true; isUnfinished; ) {
        isUnfinished = false
        renderer.draw(view)
      }
      return seen()
    },
    /** Resolves when the renderer asks for the next frame. */
    asked: () => new Promise((resolve) => calls.addEventListener('again', resolve, { once: true })),
  }
}

async function drawnInHand(name: ExampleName): Promise<string> {
  const { size, density, view }: Example = await EXAMPLES[name]()
  const element = document.createElement('div')
  const layer = new Layer(element)
  layer.resize(size, density)
  layer.paint((ctx) => {
    ctx.fillStyle = view.color
    ctx.fillRect(0, 0, size.width, size.height)
    for (const { rings, color } of view.scene.shapes)
      paintShape(ctx, { rings, color }, { viewport: view.viewport, look: LOOKS.rest })
  })
  return copied([layer.element])
}

/** Must be called directly after drawing: later the GPU has discarded the pixels. */
function copied(layers: readonly HTMLCanvasElement[]): string {
  const copy = document.createElement('canvas')
  copy.width = layers[0]?.width ?? 1
  copy.height = layers[0]?.height ?? 1
  const ctx = copy.getContext('2d')
  if (!ctx) throw new Error('No canvas to copy to')
  ctx.fillStyle = '#1C1D20'
  ctx.fillRect(0, 0, copy.width, copy.height)
  for (const layer of layers) if (layer.style.visibility !== 'hidden') ctx.drawImage(layer, 0, 0)
  return copy.toDataURL('image/png')
}

const page: CanvasPage = { drawn, drawnOnReturn, drawnWhileMoved, drawnInHand }
Object.assign(window, { canvasPage: page })
