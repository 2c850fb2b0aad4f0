import { type AnnotationDocument, applyEdit } from '#common/annotation/edit'
import { isPlaced, type Shape, shapeArea, shapeBounds } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { RotatedBox } from '#common/geometry/rotated-box'
import { imagePoint } from '#common/geometry/space'
import type { ClassId, ShapeId } from '#common/ids'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { shapesAt, shapesWithin } from '#renderer/canvas/picking'
import { buildScene, pickArea } from '#renderer/canvas/scene'
import { drawnRings } from '#renderer/features/annotate/model/shape-names'
import { TOOLS } from '#renderer/features/annotate/tools/registry'
import type { ArmedContext, ArmedEvent, ArmedTool } from '#renderer/tools/armed'
import type { OutlineRefusal } from '#renderer/tools/outlines/refusal'
import { type Commit, type Modifiers, NO_KEYS, type Outline } from '#renderer/tools/tool'

export const CLASS = brand<ClassId>('classOne1')

export function shapeId(name: string): ShapeId {
  return brand<ShapeId>(name.padEnd(8, '0'))
}

export function boxShape(name: string, [x0, y0, x1, y1]: readonly [number, number, number, number]): Shape {
  return { id: shapeId(name), classId: CLASS, z: 0, origin: 'hand', kind: 'box', box: { x0, y0, x1, y1 } }
}

export function polygonShape(name: string, ...rings: readonly number[][]): Shape {
  return { id: shapeId(name), classId: CLASS, z: 0, origin: 'hand', kind: 'polygon', rings }
}

const common = (name: string) => ({ id: shapeId(name), classId: CLASS, z: 0, origin: 'hand' }) as const

export function rotatedBoxShape(name: string, box: RotatedBox): Shape {
  return { ...common(name), kind: 'rotated-box', box }
}

export function polylineShape(name: string, points: readonly number[]): Shape {
  return { ...common(name), kind: 'polyline', points }
}

export function pointShape(name: string, x: number, y: number): Shape {
  return { ...common(name), kind: 'point', at: { x, y } }
}

type DrawOptions = Pick<
  ArmedContext,
  | 'detail'
  | 'keepAs'
  | 'finish'
  | 'neighbours'
  | 'acceptsEach'
  | 'scale'
  | 'skeleton'
  | 'canTurn'
  | 'brush'
  | 'takesAll'
  | 'snaps'
  | 'welds'
  | 'paintWay'
  | 'regionAt'
>

interface Press {
  readonly clicks?: number
  readonly button?: 'main' | 'second'
}

/** Drives a tool like a user, on an image of 640 × 480 at 100 %. */
export class Draw {
  armed: ArmedTool
  selection: readonly ShapeId[] = []
  document: AnnotationDocument
  readonly commits: Commit[] = []
  readonly slips: Outline[] = []
  readonly refusals: OutlineRefusal[] = []
  options: DrawOptions = {
    detail: 10,
    keepAs: 'polygon',
    finish: { keepsLargest: false, holesBelow: 0, smooths: false },
    neighbours: undefined,
    acceptsEach: false,
    scale: 1,
    skeleton: undefined,
    canTurn: true,
    brush: { size: 10, tip: 'square' },
    takesAll: false,
    snaps: false,
    welds: false,
    paintWay: 'stroke',
    regionAt: () => undefined,
  }
  #keys: Modifiers = NO_KEYS
  #made = 0

  constructor(tool: string, ...shapes: readonly Shape[]) {
    this.armed = TOOLS.named(tool).idle
    this.document = shapes
  }

  holding(keys: Partial<Modifiers>): this {
    this.#keys = { ...NO_KEYS, ...keys }
    return this
  }

  down(x: number, y: number, { clicks = 1, button = 'main' }: Press = {}): this {
    return this.send({ type: 'down', at: imagePoint(x, y), button, clicks, ...this.#keys })
  }

  move(x: number, y: number): this {
    return this.send({ type: 'move', at: imagePoint(x, y), ...this.#keys })
  }

  up(x: number, y: number): this {
    return this.send({ type: 'up', at: imagePoint(x, y), ...this.#keys })
  }

  click(x: number, y: number, press: Press = {}): this {
    return this.down(x, y, press).up(x, y)
  }

  drag(...[x0, y0, x1, y1]: readonly [number, number, number, number]): this {
    return this.down(x0, y0)
      .move((x0 + x1) / 2, (y0 + y1) / 2)
      .move(x1, y1)
      .up(x1, y1)
  }

  press(...keys: ('enter' | 'back' | 'again' | 'skip' | 'cancel' | 'settle')[]): this {
    for (const type of keys) this.send({ type })
    return this
  }

  nudge(x: number, y: number): this {
    return this.send({ type: 'nudge', act: 'move', by: { x, y } })
  }

  grow(x: number, y: number): this {
    return this.send({ type: 'nudge', act: 'grow', by: { x, y } })
  }

  turn(by: number): this {
    return this.send({ type: 'nudge', act: 'turn', by })
  }

  select(...names: readonly string[]): this {
    this.selection = names.map(shapeId)
    return this
  }

  send(event: ArmedEvent): this {
    const step = this.armed.step(event, this.#context())
    this.armed = step.state
    if (step.select) this.selection = step.select
    if (step.tooSmall) this.slips.push(step.tooSmall)
    if (step.refusal) this.refusals.push(step.refusal)
    if (step.commit) this.#commit(step.commit)
    return this
  }

  /** Returns drawn and edited outlines without their ids. */
  get outlines(): readonly Outline[] {
    return this.commits.flatMap((commit) => (commit.kind === 'draw' ? [commit.outline] : []))
  }

  /** Returns the items that the tool draws over the image. */
  get overlay(): readonly OverlayItem[] {
    const [shape, ...others] = this.document.filter(isPlaced).filter(({ id }) => this.selection.includes(id))
    return this.armed.overlay({
      ...this.#context(),
      viewport: { scale: 1, offsetX: 0, offsetY: 0 },
      pointer: undefined,
      cursor: undefined,
      color: '#fff',
      single: shape && others.length === 0 ? { shape, color: '#fff' } : undefined,
    })
  }

  /** Returns the shape in its current state. */
  shape(name: string): Shape | undefined {
    return this.document.find(({ id }) => id === shapeId(name))
  }

  #commit(commit: Commit): void {
    this.commits.push(commit)
    if (commit.kind !== 'edit') return
    const edited = applyEdit(this.document, commit)
    if (!edited.ok) throw new Error(`The edit does not fit: ${edited.error.shapeId}`)
    this.document = edited.value
  }

  #context(): ArmedContext {
    const scene = buildScene(
      this.document.filter(isPlaced).map((shape) => ({
        id: shape.id,
        kind: shape.kind,
        rings: shape.kind === 'mask' ? [] : drawnRings(shape),
        mask: shape.kind === 'mask' ? shape.tiles : undefined,
        bounds: shapeBounds(shape),
        area: pickArea(shapeBounds(shape), shapeArea(shape)),
        color: '#fff',
        isRepeated: false,
        name: shape.id,
      })),
    )
    return {
      frame: { width: 640, height: 480 },
      selection: this.selection,
      shape: (id) => this.document.filter(isPlaced).find((shape) => shape.id === id),
      freshId: () => shapeId(`fresh${++this.#made}`),
      under: (point, slack) => shapesAt(scene, point, slack).map(({ id }) => id),
      within: (box, mode) => shapesWithin(scene, box, mode).map(({ id }) => id),
      ...this.options,
    }
  }
}
