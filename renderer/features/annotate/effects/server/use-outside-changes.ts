import { useEffect } from 'react'
import type { LibraryNote } from '#common/contract/session'
import type { ImageId } from '#common/ids'
import { onLibraryNote } from '#renderer/data/notes'
import type { Editor } from '../../editor/editor.ts'
import { useEditor } from '../../editor/hooks/session.tsx'

/** A note this soon after an own write may be about that write. */
const ECHO_MS = 2000

/** An own write: where it was made, and when in milliseconds. */
interface Own {
  readonly image: ImageId | undefined
  readonly at: number
}

/** Labels that another window or program changed are read again while they are on screen. */
export function useOutsideChanges(): void {
  const editor = useEditor()
  useEffect(() => {
    let isOwed = false
    const unnamed = afterOwnWrites(editor)
    const stopHearing = onLibraryNote((note: LibraryNote) => {
      const { image } = editor.state
      if (image === undefined || note.kind !== 'images' || note.project !== editor.project) return
      isOwed = editor.state.armed.holdsSelection
      if (note.image !== undefined && note.image !== image) return
      if (note.revision === undefined) unnamed.open()
      else void editor.documents.catchUp(image, note.revision)
    })
    // Shapes in the hand of a gesture were left as they were: once it is over the labels are read again.
    const stopWaiting = editor.store.subscribe(({ image, armed }, before) => {
      const hasEnded = armed !== before.armed && before.armed.holdsSelection && !armed.holdsSelection
      if (!hasEnded || image === undefined || image !== before.image || !isOwed) return
      isOwed = false
      // The edit that the gesture makes comes first.
      queueMicrotask(() => void editor.documents.open(image))
    })
    return () => {
      unnamed.stop()
      stopWaiting()
      stopHearing()
    }
  }, [editor])
}

/**
 * Reads the labels on screen again after a note that does not say what was written. While it may be about an own write of a moment ago that
 * waits: reading ten thousand labels after each own edit would be felt.
 */
function afterOwnWrites({ documents, store }: Editor) {
  let own: Own = { image: undefined, at: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopWatching = documents.store.subscribe(({ waiting }, before) => {
    if (waiting !== before.waiting) own = { image: store.getState().image, at: performance.now() }
  })
  function open(): void {
    clearTimeout(timer)
    const { image } = store.getState()
    if (image === undefined) return
    const left = own.image === image ? own.at + ECHO_MS - performance.now() : 0
    if (left > 0) timer = setTimeout(open, left)
    else void documents.open(image)
  }
  return {
    open,
    stop() {
      stopWatching()
      clearTimeout(timer)
    },
  }
}
