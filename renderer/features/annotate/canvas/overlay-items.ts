import { type PlacedShape, shapeBounds } from '#common/annotation/shape'
import { boxRing } from '#common/geometry/box'
import { toView } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { shorten } from '#common/text'
import { INK } from '#renderer/canvas/looks'
import { outlineOf } from '#renderer/canvas/mask/borders'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { type SceneShape, shapeIn } from '#renderer/canvas/scene'
import { classColor } from '#renderer/kit/display/class-color'
import { type ArmedContext, isDrawing, paints } from '#renderer/tools/armed'
import { toolOverlay } from '#renderer/tools/overlay'
import { angleText } from '#renderer/tools/turn'
import type { PaintInHand } from '../mask/in-hand.ts'
import { armedClass, type Bench } from '../workbench/bench.ts'
import { hoveredShape } from '../workbench/hovered.ts'
import { drawnRings, sceneShape, sizeText } from '../workbench/shape-names.ts'
import type { Workbench } from '../workbench/workbench.ts'

interface OverlayInput {
  readonly workbench: Workbench
  readonly context: ArmedContext | undefined
  /** Shapes as the gesture under way has made them. */
  readonly inHand: ReadonlyMap<ShapeId, PlacedShape>
  readonly tagged: ReadonlySet<ShapeId>
  /** Masks that a stroke under way changes. */
  readonly painted: PaintInHand
  /** Few enough are selected to be drawn with every move of the pointer. */
  readonly isFew: boolean
}

/** Distance of a tag from an outline at rest, and from a selected one with its handles. */
const TAG_GAP = 3
const SELECTED_GAP = 7
/** Of a class name on the image, in characters: a longer tag would hide other objects. */
const LONGEST_TAG = 40

/** More selected shapes than this are outlined without tags. */
const MOST_SELECTED_TAGS = 12

/** What lies over the shapes at rest: what is pointed at, what is selected, what the tool draws, names, and the crosshair. */
export function overlayOf(input: OverlayInput): readonly OverlayItem[] {
  const { bench } = input.workbench
  const selected = new Set(input.isFew ? bench.selection : [...input.inHand.keys()]).difference(input.painted.touched)
  const hovered = hoveredShape(bench)
  const shown = shownShapes(input, new Set([...selected, ...(hovered ? [hovered] : []), ...input.tagged]))
  const isHovered = ({ id }: SceneShape) => id === hovered && !selected.has(id)
  const isSelected = ({ id }: SceneShape) => selected.has(id)
  return [
    ...shown.filter(isHovered).flatMap((shape) => outline(shape, 'hover', true)),
    ...shown
      .filter(isSelected)
      .flatMap((shape) => (input.isFew ? outline(shape, 'selected', selected.size === 1) : [movedBox(shape)])),
    ...ghosts(bench),
    ...input.painted.items,
    ...waitingShapes(bench),
    ...preview(bench),
    ...crosshair(bench),
    ...readiness(bench),
    ...toolItems(input, shown.filter(isSelected)),
    ...tags(input, shown, { hovered, selected }),
  ]
}

/** In drawing order, as the gesture under way has made them. */
function shownShapes({ workbench, inHand }: OverlayInput, ids: ReadonlySet<ShapeId>): readonly SceneShape[] {
  const { scene, bench } = workbench
  return [...ids]
    .filter((id) => !bench.hidden.has(id))
    .toSorted((a, b) => (scene.places.get(a) ?? 0) - (scene.places.get(b) ?? 0))
    .flatMap((id) => {
      const changed = inHand.get(id)
      const named = changed && workbench.namedShape(id)
      return (named ? sceneShape(named, changed) : shapeIn(scene, id)) ?? []
    })
}

/** The outline, and the points of the object with their names where it is the only one. */
function outline(shape: SceneShape, look: 'hover' | 'selected', isNamed: boolean): readonly OverlayItem[] {
  const { color, skeleton } = shape
  const item = { kind: 'outline', rings: outlineOf(shape), color, isClosed: true } as const
  if (!skeleton) return [{ ...item, look: shape.mask && look === 'selected' ? 'selectedMask' : look }]
  const { names, ...points } = skeleton
  return [
    { ...item, look: `${look}Frame` },
    { kind: 'skeleton', ...points, color, names: isNamed ? names : undefined },
  ]
}

/** Of very many shapes that are moved together only the bounds are drawn on the way. */
function movedBox({ bounds, color }: SceneShape): OverlayItem {
  return { kind: 'outline', rings: [boxRing(bounds)], color, look: 'thin', isClosed: true }
}

/** What a click would cut out. */
function preview({ machine }: Bench): readonly OverlayItem[] {
  if (!machine.preview) return []
  return [{ kind: 'outline', rings: machine.preview.rings, color: INK.machine, look: 'preview', isClosed: true }]
}

/** Whether the machine is ready, at the pointer that aims for it. */
function readiness({ machine, pointer, cursor, viewport, isSpaceHeld }: Bench): readonly OverlayItem[] {
  const at = cursor ? toView(cursor, viewport) : pointer
  if (!machine.readiness || !at || isSpaceHeld) return []
  return [{ kind: 'readiness', at, share: machine.readiness.share }]
}

/** Labels as they were before the machine fitted them. */
function ghosts({ machine }: Bench): readonly OverlayItem[] {
  return machine.ghosts.map(({ rings, color }) => ({
    kind: 'outline',
    rings,
    color: classColor(color),
    look: 'ghost',
    isClosed: true,
  }))
}

/** Drawn, and waiting for the project's first class. */
function waitingShapes({ picker, image }: Bench): readonly OverlayItem[] {
  const own = picker?.drawn?.filter((drawn) => drawn.image === image) ?? []
  return own.map(({ outline }) => ({
    kind: 'outline',
    rings: drawnRings(outline),
    color: classColor(1),
    look: 'draft',
    isClosed: true,
  }))
}

function toolItems(
  { workbench, context, inHand }: OverlayInput,
  selected: readonly SceneShape[],
): readonly OverlayItem[] {
  const { bench } = workbench
  if (!context) return []
  const [only, ...others] = selected
  const shape = only && (inHand.get(only.id) ?? workbench.shape(only.id))
  return toolOverlay(bench.armed, {
    ...context,
    viewport: bench.viewport,
    pointer: bench.pointer,
    cursor: bench.cursor,
    color: classColor(armedClass(bench)?.color ?? 1),
    single: only && shape && others.length === 0 ? { shape, color: only.color } : undefined,
  })
}

/** What stands behind the name of the one selected shape. */
function detailOf(shape: PlacedShape): string {
  const size = sizeText(shape, ' × ')
  return shape.kind === 'rotated-box' ? `${size}, ${angleText(shape.box.angle)}` : size
}

interface Marked {
  readonly hovered: ShapeId | undefined
  readonly selected: ReadonlySet<ShapeId>
}

function tags(
  { tagged, inHand, workbench }: OverlayInput,
  shown: readonly SceneShape[],
  marked: Marked,
): readonly OverlayItem[] {
  const { bench } = workbench
  const fewSelected = marked.selected.size <= MOST_SELECTED_TAGS
  return shown
    .filter(({ id }) => tagged.has(id) || id === marked.hovered || (marked.selected.has(id) && fewSelected))
    .map((shape): OverlayItem => {
      const isSelected = marked.selected.has(shape.id)
      const current = inHand.get(shape.id) ?? workbench.shape(shape.id)
      const isOnly = isSelected && marked.selected.size === 1 && current !== undefined
      return {
        kind: 'tag',
        bounds: current ? shapeBounds(current) : shape.bounds,
        color: shape.color,
        isRepeated: shape.isRepeated,
        text: shorten(shape.name, LONGEST_TAG),
        ...(isOnly && { detail: detailOf(current) }),
        ...(shape.isLocked && { isLocked: true }),
        gap: isSelected && bench.armed.tool === 'select' ? SELECTED_GAP : TAG_GAP,
      }
    })
}

/** Drawing tools aim; the keyboard's cursor always shows where it is. */
function crosshair({ armed, options, pointer, cursor, viewport, isSpaceHeld }: Bench): readonly OverlayItem[] {
  if (!isDrawing(armed) || isSpaceHeld) return []
  if (cursor) return [{ kind: 'crosshair', at: toView(cursor, viewport) }]
  const isBrushSeen = paints(armed) && options.paintWay === 'stroke'
  return options.hasCrosshair && pointer && !isBrushSeen ? [{ kind: 'crosshair', at: pointer }] : []
}
