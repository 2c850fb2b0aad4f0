import type { LibraryNote } from '#common/contract/session'
import type { Notes } from '#core/ports'

export interface NoteHub extends Notes {
  /** Every note from now on, until the signal ends it. Notes of the same subject that nobody has read yet are one. */
  subscribe(signal: AbortSignal): AsyncGenerator<LibraryNote>
}

/** Hands what changed to every open screen. A slow reader gets fewer notes, never a growing queue. */
export function noteHub(): NoteHub {
  const listeners = new Set<(note: LibraryNote) => void>()
  return {
    publish(note) {
      for (const listener of listeners) listener(note)
    },
    async *subscribe(signal) {
      const waiting = new Map<string, LibraryNote>()
      let wake = () => {}
      function listen(note: LibraryNote) {
        waiting.set(JSON.stringify(note), note)
        wake()
      }
      listeners.add(listen)
      signal.addEventListener('abort', () => wake(), { once: true })
      try {
        while (!signal.aborted) {
          const batch = [...waiting.values()]
          waiting.clear()
          yield* batch
          if (waiting.size === 0 && !signal.aborted) {
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          }
        }
      } finally {
        listeners.delete(listen)
      }
    },
  }
}
