import type { ImageId } from '#common/ids'
import { SMART } from '#renderer/tools/kinds/smart'
import type { Editor } from '../../editor/editor.ts'
import type { EditorState } from '../../model/editor-state.ts'
import type { SegmentPort } from '../../model/machine.ts'
import { placeOf } from '../../model/queue.ts'
import { setMachine } from './machine-task.ts'

/** One stays on an image this long before others are made ready: flipping asks for nothing in vain. */
const REST_MS = 600
/** Images ahead of the one on screen, and behind it, that an engine with embeddings makes ready. */
const [AHEAD, BEHIND] = [5, 1]
/** An engine without them holds what it decoded in memory: more than the next one would push out the one on screen. */
const AHEAD_DECODED = 1
/** Images on both sides of which it is asked whether they are ready. */
const ASKED = 60

/** The images that are made ready next, in the direction of travel. */
export function imagesAhead(
  { queue, image, way }: Pick<EditorState, 'queue' | 'image' | 'way'>,
  hasEmbeddings: boolean,
): readonly ImageId[] {
  const place = image === undefined ? -1 : placeOf(queue.ids, image)
  if (place === -1) return []
  const steps = Array.from({ length: hasEmbeddings ? AHEAD : AHEAD_DECODED }, (_, step) => (step + 1) * way)
  return [...steps, ...(hasEmbeddings ? [-BEHIND * way] : [])].flatMap((by) => queue.ids[place + by] ?? [])
}

/**
 * Makes the next images ready while a person works on this one with the smart tool, one after the other; it stops as soon as the
 * person asks for something or turns round. Returns what ends it.
 */
export function watchAhead(editor: Editor, port: SegmentPort): () => void {
  let last: readonly unknown[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = new AbortController()

  function look(): void {
    const { image, way, queue, machine, armed } = editor.state
    const isIdle = SMART.stateIn(armed)?.prompts.length === 0 && machine.readiness?.share === 1
    const now = [image, way, queue.ids, isIdle]
    if (now.every((each, place) => each === last[place])) return
    last = now
    clearTimeout(timer)
    running.abort()
    if (isIdle) timer = setTimeout(() => void begin(), REST_MS)
  }

  async function begin(): Promise<void> {
    running = new AbortController()
    const { signal } = running
    const hasEmbeddings = editor.state.machine.readiness?.engine?.hasEmbeddings ?? false
    if (!hasEmbeddings && editor.state.machine.ready.size > 0) setMachine(editor, { ready: new Set() })
    try {
      if (hasEmbeddings) await askReady(signal)
      await makeReady(imagesAhead(editor.state, hasEmbeddings), signal)
    } catch {
      // Stopped, or an image that cannot be read: whoever opens it is told.
    }
  }

  async function makeReady(images: readonly ImageId[], signal: AbortSignal): Promise<void> {
    for (const image of images.filter((id) => !editor.state.machine.ready.has(id))) {
      if (signal.aborted) return
      const engine = await port.prepare({ project: editor.project, image }, { signal })
      if (engine.hasEmbeddings) noteReady([image])
    }
  }

  /** Reads which images around the one on screen were prepared before, in this session or an earlier one. */
  async function askReady(signal: AbortSignal): Promise<void> {
    const { queue, image } = editor.state
    const place = image === undefined ? -1 : placeOf(queue.ids, image)
    const around = queue.ids.slice(Math.max(0, place - ASKED), place + ASKED)
    const { images } = await port.prepared({ project: editor.project, images: [...around] }, { signal })
    noteReady(images)
  }

  function noteReady(images: readonly ImageId[]): void {
    const { ready } = editor.state.machine
    if (images.some((id) => !ready.has(id))) setMachine(editor, { ready: new Set([...ready, ...images]) })
  }

  const stopListening = editor.store.subscribe(look)
  return () => {
    stopListening()
    clearTimeout(timer)
    running.abort()
  }
}
