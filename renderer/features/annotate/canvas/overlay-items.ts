import { type PlacedShape, shapeBounds } from '#common/annotation/shape'
import { boxRing } from '#common/geometry/box'
import { toView } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import type { OverlayItem } from '#renderer/canvas/overlay'
import type { SceneShape } from '#renderer/canvas/scene'
import { classColor } from '#renderer/kit/display/class-color'
import { isDrawing } from '#renderer/tools/armed'
import { toolOverlay } from '#renderer/tools/overlay'
import type { SmartContext } from '#renderer/tools/smart'
import { armedClass, type Bench } from '../workbench/bench.ts'
import { hoveredShape } from '../workbench/hovered.ts'
import { type NamedShape, sceneShape, sizeText } from '../workbench/shape-names.ts'
import type { Workbench } from '../workbench/workbench.ts'

interface OverlayInput {
  readonly workbench: Workbench
  readonly context: SmartContext | undefined
  readonly shapes: readonly NamedShape[]
  /** Shapes as the gesture under way has made them. */
  readonly inHand: ReadonlyMap<ShapeId, PlacedShape>
  readonly tagged: ReadonlySet<ShapeId>
  /** Few enough are selected to be drawn with every move of the pointer. */
  readonly isFew: boolean
}

/** Distance of a tag from an outline at rest, and from a selected one with its handles. */
const TAG_GAP = 3
const SELECTED_GAP = 7

/** More selected shapes than this are outlined without tags. */
const MOST_SELECTED_TAGS = 12

/** What lies over the shapes at rest: what is pointed at, what is selected, what the tool draws, names, and the crosshair. */
export function overlayOf(input: OverlayInput): readonly OverlayItem[] {
  const { bench } = input.workbench
  const selected = new Set(input.isFew ? bench.selection : [...input.inHand.keys()])
  const hovered = hoveredShape(bench)
  const shown = input.shapes
    .filter(
      ({ shape: { id } }) => (selected.has(id) || id === hovered || input.tagged.has(id)) && !bench.hidden.has(id),
    )
    .map((named) => sceneShape(named, input.inHand.get(named.shape.id)))
  const isHovered = ({ id }: SceneShape) => id === hovered && !selected.has(id)
  const isSelected = ({ id }: SceneShape) => selected.has(id)
  return [
    ...shown.filter(isHovered).map((shape) => outline(shape, 'hover')),
    ...shown.filter(isSelected).map((shape) => (input.isFew ? outline(shape, 'selected') : movedBox(shape))),
    ...waitingShape(bench),
    ...crosshair(bench),
    ...toolItems(input, shown.filter(isSelected)),
    ...tags(input, shown, { hovered, selected }),
  ]
}

function outline({ rings, color }: SceneShape, look: 'hover' | 'selected'): OverlayItem {
  return { kind: 'outline', rings, color, look, isClosed: true }
}

/** Of very many shapes that are moved together only the bounds are drawn on the way. */
function movedBox({ bounds, color }: SceneShape): OverlayItem {
  return { kind: 'outline', rings: [boxRing(bounds)], color, look: 'thin', isClosed: true }
}

/** Drawn, and waiting for the project's first class. */
function waitingShape({ picker, image }: Bench): readonly OverlayItem[] {
  const drawn = picker?.drawn
  if (!drawn || drawn.image !== image) return []
  const rings = drawn.outline.kind === 'box' ? [boxRing(drawn.outline.box)] : drawn.outline.rings
  return [{ kind: 'outline', rings, color: classColor(1), look: 'draft', isClosed: true }]
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
    color: classColor(armedClass(bench)?.color ?? 1),
    single: only && shape && others.length === 0 ? { shape, color: only.color } : undefined,
  })
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
        text: shape.name,
        ...(isOnly && { detail: sizeText(current, ' × ') }),
        gap: isSelected && bench.armed.tool === 'select' ? SELECTED_GAP : TAG_GAP,
      }
    })
}

/** Drawing tools aim; the keyboard's cursor always shows where it is. */
function crosshair({ armed, options, pointer, cursor, viewport, isSpaceHeld }: Bench): readonly OverlayItem[] {
  if (!isDrawing(armed) || isSpaceHeld) return []
  if (cursor) return [{ kind: 'crosshair', at: toView(cursor, viewport) }]
  return options.hasCrosshair && pointer ? [{ kind: 'crosshair', at: pointer }] : []
}
