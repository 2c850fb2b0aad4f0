import type { FaultyStore } from '#common/stores/faults'
import type { EventKeeping } from '../events/event-keeping.ts'
import type { ShellPorts } from '../ports.ts'
import type { ReadOnly } from './shelter.ts'

/** State of the two databases of the library, and how to accept one that is read-only. */
export interface StoreStates {
  readonly readOnly: readonly FaultyStore[]
  /** Accepts what there is. Answers whether the program restarts itself. */
  accept(): Promise<{ readonly isRestarting: boolean }>
}

interface Dependencies extends Pick<ShellPorts, 'clock' | 'restart'> {
  readonly readOnly: ReadOnly | undefined
  readonly events: Pick<EventKeeping, 'readOnly'>
}

export function storeStates({ clock, restart, readOnly, events }: Dependencies): StoreStates {
  let waiting = [readOnly, events.readOnly].filter((store) => store !== undefined)
  return {
    readOnly: waiting.map(({ faulty }) => faulty),
    async accept() {
      const isNew = waiting.length > 0
      for (const store of waiting) {
        store.adopt(clock.now())
        // Accepted twice, the second one would set aside what the first has made.
        waiting = waiting.filter((other) => other !== store)
      }
      await readOnly?.secrets.settle()
      if (isNew) restart?.()
      return { isRestarting: restart !== undefined }
    },
  }
}
