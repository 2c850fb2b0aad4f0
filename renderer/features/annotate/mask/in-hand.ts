import { erasedInk, type Inked, type PaintGround, paintedInk } from '#common/annotation/paint'
import type { MaskShape } from '#common/annotation/shape'
import type { LabelClass } from '#common/contract/projects'
import { tilePlace } from '#common/geometry/masks/mask-tile'
import { type Ink, inkBeside, inkedTiles } from '#common/geometry/painting/ink'
import type { ShapeId } from '#common/ids'
import { LOOKS } from '#renderer/canvas/looks'
import { type MaskPart, partsOf } from '#renderer/canvas/mask/parts'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { classColor } from '#renderer/kit/display/class-color'
import { paints } from '#renderer/tools/armed'
import { armedClass, type Bench } from '../workbench/bench.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { hasOneMaskAClass, paintGround } from './ground.ts'

/** Masks as the stroke under way has made them, and those that the next one is about. */
export interface PaintInHand {
  readonly touched: ReadonlySet<ShapeId>
  /** Those that lose pixels: the items draw them, so the layer of shapes at rest leaves them out. What is added lies over that layer. */
  readonly omitted: ReadonlySet<ShapeId>
  readonly items: readonly OverlayItem[]
}

const NOTHING: PaintInHand = { touched: new Set(), omitted: new Set(), items: [] }

/** More masks than this are taken out of the layer of shapes at rest only where a stroke touches them. */
const MOST_HELD = 4

export function paintInHand(bench: Workbench): PaintInHand {
  const { armed } = bench.bench
  if (!paints(armed)) return NOTHING
  const ground = paintGround(bench.shapes, bench.bench)
  const held = heldMasks(bench.bench, ground)
  const omitted = new Set(held.map(({ id }) => id))
  if (armed.state.at !== 'painting') return { ...NOTHING, omitted, items: held.map((mask) => wholeItem(bench, mask)) }
  const { verb, ink } = armed.state
  const { begun, inked } = verb === 'paint' ? paintedInk(ink, ground) : erasedInk(ink, ground)
  const touched = inked.filter(isTouched)
  const removed = idsOf(touched.filter((each) => each.verb === 'remove'))
  const whole = held.filter(({ id }) => !removed.has(id)).map((mask) => wholeItem(bench, mask))
  return {
    touched: idsOf(touched),
    omitted: omitted.union(removed),
    items: [...whole, ...touched.map((each) => inkedItem(bench, each)), begunItem(bench, begun)],
  }
}

/**
 * The masks that the next stroke is about are drawn with what is in hand from the moment they are selected for it: taking them out of
 * the layer of shapes at rest and putting them back with every stroke draws all that lies over and under them, twice.
 */
function heldMasks({ armed, projectType, hidden }: Bench, { target, erasable }: PaintGround): readonly MaskShape[] {
  if (hasOneMaskAClass(projectType)) return []
  const masks = armed.tool === 'eraser' ? erasable : target ? [target] : []
  return masks.length > MOST_HELD ? [] : masks.filter(({ id }) => !hidden.has(id))
}

function wholeItem(bench: Workbench, { id, tiles }: MaskShape): OverlayItem {
  const color = colorOf(bench.namedShape(id)?.label)
  return { kind: 'pixels', parts: partsOf(tiles), color, fill: fillBeside(bench) }
}

function idsOf(inked: readonly Inked[]): ReadonlySet<ShapeId> {
  return new Set(inked.map(({ mask }) => mask.id))
}

/** A mask that the ink takes nothing from is drawn as it lies. */
function isTouched({ mask, ink, verb }: Inked): boolean {
  return verb === 'add' || mask.tiles.some((tile) => ink.has(tilePlace(tile)))
}

function inkedItem(bench: Workbench, { mask, ink, verb }: Inked): OverlayItem {
  const parts = verb === 'add' ? [...inkBeside(ink, [mask.tiles]).values()] : partsLeft(mask, ink)
  return { kind: 'pixels', parts, color: colorOf(bench.namedShape(mask.id)?.label), fill: fillBeside(bench) }
}

function partsLeft({ tiles }: MaskShape, ink: Ink): readonly MaskPart[] {
  const others = partsOf(tiles).filter((part) => !ink.has(tilePlace(part)))
  return [...others, ...inkedTiles(tiles, ink, 'remove')]
}

function begunItem(bench: Workbench, begun: Ink): OverlayItem {
  const color = colorOf(armedClass(bench.bench))
  return { kind: 'pixels', parts: [...begun.values()], color, fill: fillBeside(bench) }
}

function colorOf(label: LabelClass | undefined): string {
  return classColor(label?.color ?? 1)
}

/** As strong as masks at rest are drawn, so that nothing shows where old and new pixels meet. */
function fillBeside({ bench }: Workbench): number {
  return (bench.selection.length > 0 ? LOOKS.besideMask : LOOKS.mask).fill
}
