import { join } from 'node:path'
import type { FaultyStore, StoreFiles, StoreName } from '#common/stores/faults'
import { countFiles } from '#storage/blobs/holding'
import type { EventKeeping } from '../events/event-keeping.ts'
import type { ShellPorts } from '../ports.ts'
import type { ReadOnly } from './shelter.ts'

/** State of the two databases of the library, and how to accept those that are read-only. */
export interface StoreStates {
  readonly readOnly: readonly FaultyStore[]
  /** Counts the files beside each database that is read-only. */
  files(): Promise<StoreFiles[]>
  /** Accepts databases as they are. Answers whether the program restarts itself. */
  accept(stores: readonly StoreName[]): Promise<{ readonly isRestarting: boolean }>
}

interface Dependencies extends Pick<ShellPorts, 'clock' | 'restart' | 'library'> {
  readonly readOnly: ReadOnly | undefined
  readonly events: Pick<EventKeeping, 'readOnly'>
  readonly referencedBlobs: () => Promise<ReadonlySet<string>>
}

export function storeStates({ clock, restart, readOnly, events, ...places }: Dependencies): StoreStates {
  const faulty = [readOnly, events.readOnly].filter((store) => store !== undefined)
  let waiting = faulty
  let counted: Promise<StoreFiles[]> | undefined
  return {
    readOnly: faulty.map((store) => store.faulty),
    files() {
      counted ??= Promise.all(faulty.map((store) => filesBeside(store.faulty.store, places)))
      return counted
    },
    async accept(stores) {
      const accepted = waiting.filter((store) => stores.includes(store.faulty.store))
      // Accepted twice, the second one would set aside what the first has made.
      waiting = waiting.filter((store) => !accepted.includes(store))
      for (const store of accepted) store.adopt(clock.now())
      if (accepted.length > 0) {
        await readOnly?.keepSignedIn()
        restart?.()
      }
      return { isRestarting: restart !== undefined }
    },
  }
}

async function filesBeside(
  store: StoreName,
  { library, referencedBlobs }: Pick<Dependencies, 'library' | 'referencedBlobs'>,
): Promise<StoreFiles> {
  if (store === 'library') return { store, ...(await countFiles(join(library, 'blobs'), await referencedBlobs())) }
  const { files } = await countFiles(join(library, 'events', 'media'), new Set())
  return { store, files, unreferenced: null }
}
