import { erasedInk, type Inked, type PaintGround, paintedInk } from '#common/annotation/paint'
import type { MaskShape } from '#common/annotation/shape'
import type { LabelClass } from '#common/contract/projects'
import { tilePlace } from '#common/geometry/masks/mask-tile'
import { type Ink, inkBeside, inkedTiles } from '#common/geometry/painting/ink'
import type { ShapeId } from '#common/ids'
import { LOOKS } from '#renderer/canvas/looks'
import { type MaskPart, partsOf } from '#renderer/canvas/mask/parts'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import type { PaintVerb } from '#renderer/tools/tool'
import { classColor } from '#renderer/ui/display/class-color'
import type { Editor } from '../../editor/editor.ts'
import { armedClass, type EditorState } from '../../model/editor-state.ts'
import { hasOneMaskAClass, paintGround } from '../../model/ground.ts'

/** Masks as the stroke under way has made them, and those that the next one is about. */
export interface PaintInHand {
  readonly touched: ReadonlySet<ShapeId>
  /** Shapes that lose pixels: the items draw them, so the layer of shapes at rest leaves them out. Added pixels lie over that layer. */
  readonly omitted: ReadonlySet<ShapeId>
  readonly items: readonly OverlayItem[]
}

const NOTHING: PaintInHand = { touched: new Set(), omitted: new Set(), items: [] }

/** More masks than this are taken out of the layer of shapes at rest only where a stroke touches them. */
const MOST_HELD = 4

export function paintInHand(editor: Editor): PaintInHand {
  const { paint } = editor.state.armed
  if (!paint) return NOTHING
  const ground = paintGround(editor.shapes, editor.state)
  const held = heldMasks(editor.state, ground, paint.verb)
  const omitted = new Set(held.map(({ id }) => id))
  if (!paint.stroke) return { ...NOTHING, omitted, items: held.map((mask) => wholeItem(editor, mask)) }
  const { verb, ink } = paint.stroke
  const { begun, inked } = verb === 'paint' ? paintedInk(ink, ground) : erasedInk(ink, ground)
  const touched = inked.filter(isTouched)
  const removed = idsOf(touched.filter((each) => each.verb === 'remove'))
  const whole = held.filter(({ id }) => !removed.has(id)).map((mask) => wholeItem(editor, mask))
  return {
    touched: idsOf(touched),
    omitted: omitted.union(removed),
    items: [...whole, ...touched.map((each) => inkedItem(editor, each)), begunItem(editor, begun)],
  }
}

/**
 * The masks that the next stroke is about are drawn with what is in hand from the moment they are selected for it: taking them out of
 * the layer of shapes at rest and putting them back with every stroke draws all that lies over and under them, twice.
 */
function heldMasks(
  { projectType, hidden }: EditorState,
  { target, erasable }: PaintGround,
  verb: PaintVerb,
): readonly MaskShape[] {
  if (hasOneMaskAClass(projectType)) return []
  const masks = verb === 'erase' ? erasable : target ? [target] : []
  return masks.length > MOST_HELD ? [] : masks.filter(({ id }) => !hidden.has(id))
}

function wholeItem(editor: Editor, { id, tiles }: MaskShape): OverlayItem {
  const color = colorOf(editor.namedShape(id)?.label)
  return { kind: 'pixels', parts: partsOf(tiles), color, fill: fillBeside(editor) }
}

function idsOf(inked: readonly Inked[]): ReadonlySet<ShapeId> {
  return new Set(inked.map(({ mask }) => mask.id))
}

/** A mask that the ink takes nothing from is drawn as it lies. */
function isTouched({ mask, ink, verb }: Inked): boolean {
  return verb === 'add' || mask.tiles.some((tile) => ink.has(tilePlace(tile)))
}

function inkedItem(editor: Editor, { mask, ink, verb }: Inked): OverlayItem {
  const parts = verb === 'add' ? [...inkBeside(ink, [mask.tiles]).values()] : partsLeft(mask, ink)
  return { kind: 'pixels', parts, color: colorOf(editor.namedShape(mask.id)?.label), fill: fillBeside(editor) }
}

function partsLeft({ tiles }: MaskShape, ink: Ink): readonly MaskPart[] {
  const others = partsOf(tiles).filter((part) => !ink.has(tilePlace(part)))
  return [...others, ...inkedTiles(tiles, ink, 'remove')]
}

function begunItem(editor: Editor, begun: Ink): OverlayItem {
  const color = colorOf(armedClass(editor.state))
  return { kind: 'pixels', parts: [...begun.values()], color, fill: fillBeside(editor) }
}

function colorOf(label: LabelClass | undefined): string {
  return classColor(label?.color ?? 1)
}

/** As strong as masks at rest are drawn, so that nothing shows where old and new pixels meet. */
function fillBeside({ state }: Editor): number {
  return (state.selection.length > 0 ? LOOKS.besideMask : LOOKS.mask).fill
}
