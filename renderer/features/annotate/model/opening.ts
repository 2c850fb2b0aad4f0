import type { ImageId } from '#common/ids'
import type { ArmedTool } from '#renderer/tools/armed'
import { type EditorState, UNADJUSTED_VIEW } from './editor-state.ts'
import { placeOf } from './queue.ts'

/** Changes of the state when another image comes on screen: everything that was about the one that is left. */
export function opening(left: EditorState, image: ImageId, armed: ArmedTool): Partial<EditorState> {
  return {
    image,
    armed,
    way: wayTo(image, left),
    // Drawn shapes wait for their class on their own image.
    picker: undefined,
    ...(!left.options.keepsTone && UNADJUSTED_VIEW),
    ...NOTHING_KNOWN,
    ...NOTHING_POINTED_AT,
    hidden: new Set(),
  }
}

const NOTHING_KNOWN = { frame: undefined, pixels: undefined, past: undefined, proposal: undefined, lastAct: undefined }

const NOTHING_POINTED_AT = {
  selection: [],
  hovered: undefined,
  pile: undefined,
  asking: undefined,
  cursor: undefined,
  pressed: undefined,
  announcement: '',
}

function wayTo(image: ImageId, { image: from, queue, way }: EditorState): 1 | -1 {
  const step = from === undefined ? 0 : placeOf(queue.ids, image) - placeOf(queue.ids, from)
  return step === 0 ? way : step < 0 ? -1 : 1
}
