import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Place, Session } from '#common/contract/session'
import { type FaultyStore, faultFound, storeFault } from '#common/stores/faults'
import { tellMessage } from '#renderer/words/core/messages'
import { t } from '#renderer/words/words'

/**
 * The data that an action changes: the open projects, which may be on a remote; models, keys and settings of this library; or events.
 */
export type Written = 'projects' | 'station' | 'events'

type Reasons = Readonly<Partial<Record<Written, string>>>

const reasons = createStore<Reasons>(() => ({}))

type Located = Pick<Session, 'readOnly'> & { readonly place: Pick<Place, 'host'> }

/** Called by the shell with each session. */
export function setReadOnly({ readOnly, place }: Located): void {
  const library = readOnly.find(({ store }) => store === 'library')
  const events = readOnly.find(({ store }) => store === 'events')
  reasons.setState(
    {
      ...(library && { station: readOnlyReason(library) }),
      ...(library && place.host === null && { projects: readOnlyReason(library) }),
      ...(events && { events: readOnlyReason(events) }),
    },
    true,
  )
}

/** The reason why the data cannot be changed; undefined where it can. */
export function useReadOnly(written: Written | undefined): string | undefined {
  return useStore(reasons, (all) => written && all[written])
}

/** The same for several things at once. */
export function useReadOnlyOf(): (written: Written | undefined) => string | undefined {
  const all = useStore(reasons)
  return (written) => written && all[written]
}

/** The same, where a key is pressed or a file is dropped. */
export function readOnlyNow(written: Written | undefined): string | undefined {
  return written && reasons.getState()[written]
}

/** "The library is read-only: library.db is missing". */
export function readOnlyReason(faulty: FaultyStore): string {
  const found = faultWords(faulty)
  return faulty.store === 'library'
    ? t('The library is read-only: {{found}}', { found })
    : t('The event store is read-only: {{found}}', { found })
}

/** The fault of a store, as a clause: "library.db is missing". */
export function faultWords(faulty: FaultyStore): string {
  return tellMessage(storeFault(faulty), faultFound(faulty))
}
