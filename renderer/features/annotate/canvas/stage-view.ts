import { isPlaced } from '#common/annotation/shape'
import type { Viewport } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { fewShapesIn, type Scene } from '#renderer/canvas/scene'
import type { StageView } from '#renderer/canvas/stage'
import type { StillLook } from '#renderer/canvas/still/renderer'
import { visibleBox } from '#renderer/canvas/viewport'
import { changesInHand, isDrawing } from '#renderer/tools/armed'
import { paintInHand } from '../mask/in-hand.ts'
import { benchOffers } from '../proposals/offers.ts'
import { proposalItems } from '../proposals/proposal-items.ts'
import type { Bench } from '../workbench/bench.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { overlayOf } from './overlay-items.ts'
import type { ShownImage } from './shown-image.ts'

/** With more shapes than this nobody sees the fill of the others fade beside a selection, and all would be drawn anew. */
const CROWD = 1500

/** Where single pixels are told apart earlier, on request. */
const SHARP_EARLY = 2

/** Tags stand at all shapes while no more than this are in view. */
const MOST_TAGS = 12

/** What the canvas shows, out of what is in hand and what is labelled. */
export function stageView(workbench: Workbench, { parts, adjust }: ShownImage): StageView {
  const { bench } = workbench
  const { viewport, frame } = bench
  const { scene } = workbench
  const context = workbench.context()
  const changes = context ? changesInHand(bench.armed, context) : []
  const inHand = new Map(changes.flatMap(({ after }) => (after && isPlaced(after) ? [[after.id, after] as const] : [])))
  const painted = paintInHand(workbench)
  const isFew = bench.selection.length <= MANY_SELECTED
  const offers = benchOffers(workbench)
  const asked = proposalItems(workbench, offers)
  const items = overlayOf({ workbench, context, inHand, tagged: taggedShapes(bench, scene), painted, isFew })
  return {
    viewport,
    frame,
    image: parts,
    adjust,
    sharpFrom: bench.options.isSharpEarly ? SHARP_EARLY : undefined,
    color: bench.color,
    scene,
    proposals: offers.scene,
    omitted: omittedShapes(bench.hidden, [...inHand.keys(), ...painted.omitted]),
    look: lookOf(bench, scene),
    selected: stillSelection(bench),
    overlay: frame ? [...asked, ...items] : [],
    isBare: bench.isPeeking,
  }
}

function lookOf({ selection, armed }: Bench, { shapes }: Scene): StillLook {
  const isCutting = armed.tool === 'smart' && armed.state.prompts.length > 0
  if (isCutting && shapes.length <= CROWD) return 'faint'
  return selection.length > 0 && shapes.length <= CROWD ? 'beside' : 'rest'
}

/** More selected shapes than this lie in the still layer. */
export const MANY_SELECTED = 200

/** The same set as long as the same shapes are selected. */
function stillSelection({ selection }: Bench): ReadonlySet<ShapeId> {
  if (selection.length <= MANY_SELECTED) return NONE
  if (lastSelection?.selection !== selection) lastSelection = { selection, ids: new Set(selection) }
  return lastSelection.ids
}

let lastSelection: { readonly selection: readonly ShapeId[]; readonly ids: ReadonlySet<ShapeId> } | undefined

let lastOmitted:
  | { readonly hidden: ReadonlySet<ShapeId>; readonly ids: string; readonly all: ReadonlySet<ShapeId> }
  | undefined

/** The same set as long as it holds the same: another one would have the still layer drawn anew. */
function omittedShapes(hidden: ReadonlySet<ShapeId>, inHand: readonly ShapeId[]): ReadonlySet<ShapeId> {
  const ids = inHand.join()
  if (lastOmitted?.hidden === hidden && lastOmitted.ids === ids) return lastOmitted.all
  lastOmitted = { hidden, ids, all: inHand.length === 0 ? hidden : new Set([...hidden, ...inHand]) }
  return lastOmitted.all
}

let lastTagged:
  | { scene: Scene; viewport: Viewport; hidden: ReadonlySet<ShapeId>; ids: ReadonlySet<ShapeId> }
  | undefined

function taggedShapes({ view, viewport, options, hidden, armed }: Bench, scene: Scene): ReadonlySet<ShapeId> {
  if (!options.hasLabels || (isDrawing(armed) && armed.tool === 'smart' && armed.state.prompts.length > 0)) return NONE
  if (lastTagged?.scene === scene && lastTagged.viewport === viewport && lastTagged.hidden === hidden)
    return lastTagged.ids
  const inView = fewShapesIn(scene, visibleBox(viewport, view), MOST_TAGS + hidden.size).filter(
    ({ id }) => !hidden.has(id),
  )
  const ids = inView.length <= MOST_TAGS ? new Set(inView.map(({ id }) => id)) : NONE
  lastTagged = { scene, viewport, hidden, ids }
  return ids
}

const NONE: ReadonlySet<ShapeId> = new Set()
