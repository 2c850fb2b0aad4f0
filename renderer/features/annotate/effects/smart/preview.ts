import { boxContains } from '#common/geometry/box'
import { type ImagePoint, toImage, toView, type ViewPoint } from '#common/geometry/space'
import { SMART } from '#renderer/tools/kinds/smart'
import { isWaiting } from '#renderer/tools/smart/smart'
import type { Editor } from '../../editor/editor.ts'
import type { Preview, SegmentPort } from '../../model/machine.ts'
import { setMachine } from './machine-task.ts'

/** The pointer rests this long before the machine is asked, and is asked no oftener than this; both in milliseconds. */
const [REST_MS, PAUSE_MS] = [40, 60]
/** A preview this many view pixels away from the pointer is about something else. */
const REACH = 24

/** Shows what a click would cut out while the smart tool rests over the image; returns what stops it. */
export function watchPreview(editor: Editor, port: SegmentPort): () => void {
  let pointer: ViewPoint | undefined
  let wasReady = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = new AbortController()
  let lastAsked = 0

  function look(): void {
    const now = editor.state
    if (now.machine.preview && !isNear(editor, now.machine.preview)) setMachine(editor, { preview: undefined })
    const isReady = now.machine.readiness?.share === 1
    if (now.pointer === pointer && isReady === wasReady) return
    pointer = now.pointer
    wasReady = isReady
    clearTimeout(timer)
    if (pointer) timer = setTimeout(rested, Math.max(REST_MS, lastAsked + PAUSE_MS - performance.now()))
  }

  function rested(): void {
    const at = placeOf(editor)
    if (at) void ask(at)
  }

  async function ask(at: ImagePoint): Promise<void> {
    const { image, machine } = editor.state
    if (image === undefined) return
    running.abort()
    const stop = new AbortController()
    running = stop
    lastAsked = performance.now()
    const crop = machine.readiness?.crop
    const points = [{ x: at.x, y: at.y, positive: true }]
    const question = { project: editor.project, image, points, ...(crop && { crop }), isPreview: true }
    // A preview that does not come is missed by nobody: the click says why.
    const answer = await port.predict(question, { signal: stop.signal }).catch(() => undefined)
    const rings = answer?.candidates[0]?.rings
    if (stop.signal.aborted || !rings || !isWanted(editor)) return
    const preview = { image, at, rings }
    if (isNear(editor, preview)) setMachine(editor, { preview })
  }

  const stopListening = editor.store.subscribe(look)
  return () => {
    stopListening()
    clearTimeout(timer)
    running.abort()
    setMachine(editor, { preview: undefined })
  }
}

/** Nothing is pointed at yet, and the image is ready. */
function isWanted({ state }: Editor): boolean {
  const { armed, machine, options, image, past } = state
  const cut = SMART.stateIn(armed)
  const isIdle = cut?.prompts.length === 0 && !cut.press
  return isIdle && options.hasPreview && !past && machine.readiness?.image === image && machine.readiness?.share === 1
}

/** Where the pointer is, in the image; undefined when no preview is wanted there. */
function placeOf(editor: Editor): ImagePoint | undefined {
  const { pointer, viewport, frame, machine } = editor.state
  if (!pointer || !frame || !isWanted(editor)) return undefined
  const at = toImage(pointer, viewport)
  const ground = machine.readiness?.crop ?? { x0: 0, y0: 0, x1: frame.width, y1: frame.height }
  return boxContains(ground, at) ? at : undefined
}

/** Still about what the pointer is at, or about the click that waits for its answer. */
function isNear({ state }: Editor, { image, at }: Preview): boolean {
  const { pointer, viewport, armed, options } = state
  const cut = SMART.stateIn(armed)
  if (image !== state.image || !cut || !pointer || !options.hasPreview) return false
  const isOpen = cut.prompts.length === 0 || (isWaiting(cut) && cut.candidates.length === 0)
  const place = toView(at, viewport)
  return isOpen && Math.hypot(place.x - pointer.x, place.y - pointer.y) <= REACH
}
