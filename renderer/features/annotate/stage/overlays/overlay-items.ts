import { type PlacedShape, shapeBounds } from '#common/annotation/shape'
import { boxRing } from '#common/geometry/box'
import { toView } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { shorten } from '#common/text'
import { INK } from '#renderer/canvas/looks'
import { outlineOf } from '#renderer/canvas/mask/borders'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { type SceneShape, shapeIn } from '#renderer/canvas/scene'
import type { ArmedContext } from '#renderer/tools/armed'
import { angleText } from '#renderer/tools/turn'
import { classColor } from '#renderer/ui/display/class-color'
import type { Editor } from '../../editor/editor.ts'
import { armedClass, type EditorState } from '../../model/editor-state.ts'
import { hoveredShape } from '../../model/hovered.ts'
import { drawnRings, sceneShape, sizeText } from '../../model/shape-names.ts'
import type { PaintInHand } from './paint-in-hand.ts'

interface OverlayInput {
  readonly editor: Editor
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

/** Items over the shapes at rest: the hover, the selection, the tool's drawing, names, and the crosshair. */
export function overlayOf(input: OverlayInput): readonly OverlayItem[] {
  const { state } = input.editor
  const selected = new Set(input.isFew ? state.selection : [...input.inHand.keys()]).difference(input.painted.touched)
  const hovered = hoveredShape(state)
  const shown = shownShapes(input, new Set([...selected, ...(hovered ? [hovered] : []), ...input.tagged]))
  const isHovered = ({ id }: SceneShape) => id === hovered && !selected.has(id)
  const isSelected = ({ id }: SceneShape) => selected.has(id)
  return [
    ...shown.filter(isHovered).flatMap((shape) => outline(shape, 'hover', true)),
    ...shown
      .filter(isSelected)
      .flatMap((shape) => (input.isFew ? outline(shape, 'selected', selected.size === 1) : [movedBox(shape)])),
    ...ghosts(state),
    ...input.painted.items,
    ...waitingShapes(state),
    ...preview(state),
    ...crosshair(state),
    ...readiness(state),
    ...toolItems(input, shown.filter(isSelected)),
    ...tags(input, shown, { hovered, selected }),
  ]
}

/** In drawing order, as the gesture under way has made them. */
function shownShapes({ editor, inHand }: OverlayInput, ids: ReadonlySet<ShapeId>): readonly SceneShape[] {
  const { scene, state } = editor
  return [...ids]
    .filter((id) => !state.hidden.has(id))
    .toSorted((a, b) => (scene.places.get(a) ?? 0) - (scene.places.get(b) ?? 0))
    .flatMap((id) => {
      const changed = inHand.get(id)
      const named = changed && editor.namedShape(id)
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

/** The cut that a click would make. */
function preview({ machine }: EditorState): readonly OverlayItem[] {
  if (!machine.preview) return []
  return [{ kind: 'outline', rings: machine.preview.rings, color: INK.machine, look: 'preview', isClosed: true }]
}

/** Whether the machine is ready, at the pointer that aims for it. */
function readiness({ machine, pointer, cursor, viewport, isSpaceHeld }: EditorState): readonly OverlayItem[] {
  const at = cursor ? toView(cursor, viewport) : pointer
  if (!machine.readiness || !at || isSpaceHeld) return []
  return [{ kind: 'readiness', at, share: machine.readiness.share }]
}

/** Labels as they were before the machine fitted them. */
function ghosts({ machine }: EditorState): readonly OverlayItem[] {
  return machine.ghosts.map(({ rings, color }) => ({
    kind: 'outline',
    rings,
    color: classColor(color),
    look: 'ghost',
    isClosed: true,
  }))
}

/** Drawn, and waiting for the project's first class. */
function waitingShapes({ picker, image }: EditorState): readonly OverlayItem[] {
  const own = picker?.drawn?.filter((drawn) => drawn.image === image) ?? []
  return own.map(({ outline }) => ({
    kind: 'outline',
    rings: drawnRings(outline),
    color: classColor(1),
    look: 'draft',
    isClosed: true,
  }))
}

function toolItems({ editor, context, inHand }: OverlayInput, selected: readonly SceneShape[]): readonly OverlayItem[] {
  const { state } = editor
  if (!context) return []
  const [only, ...others] = selected
  const shape = only && (inHand.get(only.id) ?? editor.shape(only.id))
  return state.armed.overlay({
    ...context,
    viewport: state.viewport,
    pointer: state.pointer,
    cursor: state.cursor,
    color: classColor(armedClass(state)?.color ?? 1),
    single: only && shape && others.length === 0 ? { shape, color: only.color } : undefined,
  })
}

/** Detail after the name of the one selected shape. */
function detailOf(shape: PlacedShape): string {
  const size = sizeText(shape, ' × ')
  return shape.kind === 'rotated-box' ? `${size}, ${angleText(shape.box.angle)}` : size
}

interface Marked {
  readonly hovered: ShapeId | undefined
  readonly selected: ReadonlySet<ShapeId>
}

function tags(
  { tagged, inHand, editor }: OverlayInput,
  shown: readonly SceneShape[],
  marked: Marked,
): readonly OverlayItem[] {
  const { state } = editor
  const fewSelected = marked.selected.size <= MOST_SELECTED_TAGS
  return shown
    .filter(({ id }) => tagged.has(id) || id === marked.hovered || (marked.selected.has(id) && fewSelected))
    .map((shape): OverlayItem => {
      const isSelected = marked.selected.has(shape.id)
      const current = inHand.get(shape.id) ?? editor.shape(shape.id)
      const isOnly = isSelected && marked.selected.size === 1 && current !== undefined
      return {
        kind: 'tag',
        bounds: current ? shapeBounds(current) : shape.bounds,
        color: shape.color,
        isRepeated: shape.isRepeated,
        text: shorten(shape.name, LONGEST_TAG),
        ...(isOnly && { detail: detailOf(current) }),
        ...(shape.isLocked && { isLocked: true }),
        gap: isSelected && state.armed.traits.takesHold ? SELECTED_GAP : TAG_GAP,
      }
    })
}

/** Drawing tools aim; the keyboard's cursor always shows where it is. */
function crosshair({ armed, options, pointer, cursor, viewport, isSpaceHeld }: EditorState): readonly OverlayItem[] {
  if (!armed.traits.isDrawing || isSpaceHeld) return []
  if (cursor) return [{ kind: 'crosshair', at: toView(cursor, viewport) }]
  const isBrushSeen = armed.traits.paints && options.paintWay === 'stroke'
  return options.hasCrosshair && pointer && !isBrushSeen ? [{ kind: 'crosshair', at: pointer }] : []
}
