import { useEffect } from 'react'
import type { LibraryNote } from '#common/contract/session'
import type { ImageId } from '#common/ids'
import { onLibraryNote } from '#renderer/kit/studio/notes'
import { holdsSelection } from '#renderer/tools/armed'
import { useWorkbench } from './session.tsx'

/** A note this soon after an own write is about that write. */
const ECHO_MS = 2000

/** An own write: where it was made, and when in milliseconds. */
interface Own {
  readonly image: ImageId | undefined
  readonly at: number
}

/** Labels that another program changed are read again while they are on screen. */
export function useChangesElsewhere(): void {
  const workbench = useWorkbench()
  useEffect(() => {
    let lastOwn: Own = { image: undefined, at: 0 }
    let isOwed = false
    const stopWatching = workbench.documents.store.subscribe(({ waiting }, before) => {
      if (waiting !== before.waiting) lastOwn = { image: workbench.bench.image, at: performance.now() }
    })
    const stopHearing = onLibraryNote((note: LibraryNote) => {
      const { image } = workbench.bench
      if (image === undefined || note.kind !== 'images' || note.project !== workbench.project) return
      isOwed = holdsSelection(workbench.bench.armed)
      const isHere = note.image === undefined || note.image === image
      const isEcho = lastOwn.image === image && performance.now() - lastOwn.at <= ECHO_MS
      if (isHere && !isEcho) void workbench.documents.open(image)
    })
    // Shapes in the hand of a gesture were left as they were: once it is over the labels are read again.
    const stopWaiting = workbench.store.subscribe(({ image, armed }, before) => {
      const hasEnded = armed !== before.armed && holdsSelection(before.armed) && !holdsSelection(armed)
      if (!hasEnded || image === undefined || image !== before.image || !isOwed) return
      isOwed = false
      // The edit that the gesture makes comes first.
      queueMicrotask(() => void workbench.documents.open(image))
    })
    return () => {
      stopWatching()
      stopWaiting()
      stopHearing()
    }
  }, [workbench])
}
