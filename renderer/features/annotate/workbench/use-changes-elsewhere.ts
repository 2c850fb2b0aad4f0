import { useEffect } from 'react'
import type { LibraryNote } from '#common/contract/session'
import { onLibraryNote } from '#renderer/kit/studio/notes'
import { useWorkbench } from './session.tsx'

/** A note this soon after an own write is about that write. */
const ECHO_MS = 2000

/** Labels that another program changed are read again while they are on screen. */
export function useChangesElsewhere(): void {
  const workbench = useWorkbench()
  useEffect(() => {
    let lastOwn = 0
    const stopWatching = workbench.documents.store.subscribe(({ waiting }, before) => {
      if (waiting !== before.waiting) lastOwn = performance.now()
    })
    const stopHearing = onLibraryNote((note: LibraryNote) => {
      const { image } = workbench.bench
      if (image === undefined || note.kind !== 'images' || note.project !== workbench.project) return
      const isOfAll = note.image === undefined
      const isEcho = performance.now() - lastOwn <= ECHO_MS
      if (isOfAll || (note.image === image && !isEcho)) void workbench.documents.open(image)
    })
    return () => {
      stopWatching()
      stopHearing()
    }
  }, [workbench])
}
