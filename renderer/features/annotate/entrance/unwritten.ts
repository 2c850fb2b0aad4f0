import { useSyncExternalStore } from 'react'
import { openSessions } from '../session/create-session.ts'

/** Changes to labels, in whichever project, that are not on disk yet. */
export function useUnwritten(): number {
  return useSyncExternalStore(subscribe, count)
}

function count(): number {
  return openSessions().reduce((sum, { editor }) => sum + editor.documents.store.getState().waiting, 0)
}

function subscribe(listener: () => void): () => void {
  const stops = openSessions().map(({ editor }) => editor.documents.store.subscribe(listener))
  return () => {
    for (const stop of stops) stop()
  }
}
