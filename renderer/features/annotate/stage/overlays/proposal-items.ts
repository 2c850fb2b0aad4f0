import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { fewShapesIn, type Scene, type SceneShape } from '#renderer/canvas/scene'
import { visibleBox } from '#renderer/canvas/viewport'
import type { Editor } from '../../editor/editor.ts'
import type { EditorState } from '../../model/editor-state.ts'
import { focusedProposal, type Offer, type Offers, scoreText } from '../../model/proposals/offers.ts'

/** Tags stand at all proposals while no more than this are in view; in a crowd only at the one that is asked about. */
const MOST_TAGS = 24

/** Distance of a tag from an outline, and from the wider one that is asked about. */
const TAG_GAP = 3
const ASKED_GAP = 5

/** The suggestion that Enter accepts, and what models say of those in view. */
export function proposalItems({ state }: Editor, offers: Offers): readonly OverlayItem[] {
  const focused = focusedProposal(offers, state)
  const asked = focused && offers.drawn.get(focused.id)
  const others = taggedShapes(state, offers.scene).flatMap((shape) => {
    const offer = shape === asked?.shape ? undefined : offers.drawn.get(shape.id)
    return offer ? [tag(offer, TAG_GAP)] : []
  })
  return asked ? [outline(asked), ...others, tag(asked, ASKED_GAP)] : others
}

let last:
  | { readonly scene: Scene; readonly viewport: EditorState['viewport']; readonly shapes: readonly SceneShape[] }
  | undefined

/** Looked for once for each view: the canvas asks with every move of the pointer. */
function taggedShapes({ options, viewport, view }: EditorState, scene: Scene): readonly SceneShape[] {
  if (!options.hasLabels || scene.shapes.length === 0) return []
  if (last?.scene === scene && last.viewport === viewport) return last.shapes
  last = { scene, viewport, shapes: fewShapesIn(scene, visibleBox(viewport, view), MOST_TAGS) }
  return last.shapes
}

function outline({ shape: { rings, color } }: Offer): OverlayItem {
  return { kind: 'outline', rings, color, look: 'asked', isClosed: true }
}

function tag({ proposal, shape }: Offer, gap: number): OverlayItem {
  const { bounds, color, isRepeated, name: text } = shape
  const detail = scoreText(proposal)
  return { kind: 'tag', bounds, color, isRepeated, text, gap, isMachine: true, ...(detail !== undefined && { detail }) }
}
