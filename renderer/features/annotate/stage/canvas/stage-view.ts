import { isPlaced } from '#common/annotation/shape'
import type { Viewport } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { fewShapesIn, type Scene } from '#renderer/canvas/scene'
import type { StageView } from '#renderer/canvas/stage'
import type { StillLook } from '#renderer/canvas/still/renderer'
import { visibleBox } from '#renderer/canvas/viewport'
import type { Editor } from '../../editor/editor.ts'
import type { EditorState } from '../../model/editor-state.ts'
import { shownOffers } from '../../model/proposals/offers.ts'
import { overlayOf } from '../overlays/overlay-items.ts'
import { paintInHand } from '../overlays/paint-in-hand.ts'
import { proposalItems } from '../overlays/proposal-items.ts'
import type { ShownImage } from './shown-image.ts'

/** With more shapes than this nobody sees the fill of the others fade beside a selection, and all would be drawn anew. */
const CROWD = 1500

/** Where single pixels are told apart earlier, on request. */
const SHARP_EARLY = 2

/** Tags stand at all shapes while no more than this are in view. */
const MOST_TAGS = 12

/** The canvas view, made of the editor state and the document. */
export function stageView(editor: Editor, { parts, adjust }: ShownImage): StageView {
  const { state } = editor
  const { viewport, frame } = state
  const { scene } = editor
  const context = editor.context()
  const changes = context ? state.armed.changes(context) : []
  const inHand = new Map(changes.flatMap(({ after }) => (after && isPlaced(after) ? [[after.id, after] as const] : [])))
  const painted = paintInHand(editor)
  const isFew = state.selection.length <= MANY_SELECTED
  const offers = shownOffers(editor)
  const asked = proposalItems(editor, offers)
  const items = overlayOf({ editor, context, inHand, tagged: taggedShapes(state, scene), painted, isFew })
  return {
    viewport,
    frame,
    image: parts,
    adjust,
    sharpFrom: state.options.isSharpEarly ? SHARP_EARLY : undefined,
    color: state.color,
    scene,
    proposals: offers.scene,
    omitted: omittedShapes(state.hidden, [...inHand.keys(), ...painted.omitted]),
    look: lookOf(state, scene),
    selected: stillSelection(state),
    overlay: frame ? [...asked, ...items] : [],
    isBare: state.isPeeking,
  }
}

function lookOf({ selection, armed }: EditorState, { shapes }: Scene): StillLook {
  if (armed.fadesShapes && shapes.length <= CROWD) return 'faint'
  return selection.length > 0 && shapes.length <= CROWD ? 'beside' : 'rest'
}

/** More selected shapes than this lie in the still layer. */
export const MANY_SELECTED = 200

/** The same set as long as the same shapes are selected. */
function stillSelection({ selection }: EditorState): ReadonlySet<ShapeId> {
  if (selection.length <= MANY_SELECTED) return NONE
  if (lastSelection?.selection !== selection) lastSelection = { selection, ids: new Set(selection) }
  return lastSelection.ids
}

let lastSelection: { readonly selection: readonly ShapeId[]; readonly ids: ReadonlySet<ShapeId> } | undefined

let lastOmitted:
  | { readonly hidden: ReadonlySet<ShapeId>; readonly ids: string; readonly all: ReadonlySet<ShapeId> }
  | undefined

/** The same set as long as it holds the same: another one would have the still layer drawn again. */
function omittedShapes(hidden: ReadonlySet<ShapeId>, inHand: readonly ShapeId[]): ReadonlySet<ShapeId> {
  const ids = inHand.join()
  if (lastOmitted?.hidden === hidden && lastOmitted.ids === ids) return lastOmitted.all
  lastOmitted = { hidden, ids, all: inHand.length === 0 ? hidden : new Set([...hidden, ...inHand]) }
  return lastOmitted.all
}

let lastTagged:
  | { scene: Scene; viewport: Viewport; hidden: ReadonlySet<ShapeId>; ids: ReadonlySet<ShapeId> }
  | undefined

function taggedShapes({ view, viewport, options, hidden, armed }: EditorState, scene: Scene): ReadonlySet<ShapeId> {
  if (!options.hasLabels || armed.fadesShapes) return NONE
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
