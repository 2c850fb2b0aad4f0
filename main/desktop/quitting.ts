import { app } from 'electron'
import type { CoreLink } from './core-link.ts'

/** After this nothing is waited for any more; every write that was answered is on disk. */
const LIMIT_MS = 5000

export interface Quitting {
  /** A signal told the program to end: no page may ask to stay. */
  isForced(): boolean
  /** The program ends only when this core has stopped. */
  stopFirst(core: CoreLink): void
}

/** Ends the program in order: windows first, then the core, then the rest. */
export function watchQuitting(): Quitting {
  let isForced = false
  const quit = () => {
    isForced = true
    setTimeout(() => app.exit(1), LIMIT_MS)
    app.quit()
  }
  process.once('SIGTERM', quit)
  process.once('SIGINT', quit)
  return {
    isForced: () => isForced,
    stopFirst(core) {
      let stopped: 'no' | 'soon' | 'yes' = 'no'
      app.on('will-quit', (event) => {
        if (stopped === 'yes') return
        event.preventDefault()
        if (stopped === 'soon') return
        stopped = 'soon'
        void core.stop().finally(() => {
          stopped = 'yes'
          // Electron forgets a quit that is asked for while it still tells of the prevented one.
          setImmediate(() => app.quit())
        })
      })
    },
  }
}
