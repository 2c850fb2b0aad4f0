import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { Capacity } from './capacity.ts'
import type { AttachedMedia, EventMedia, EventStore, KeptBytes } from './ports.ts'

export interface AttachDependencies {
  readonly store: EventStore
  readonly media: EventMedia
  readonly capacity: Capacity
  /** Called after every change. */
  readonly changed: () => void
}

/** Says that bytes are on the disk which nothing names yet. */
export type Hold = (kept: KeptBytes) => void

type TakeIn = (hold: Hold) => Promise<Result<AttachedMedia, Refusal>>

/**
 * How media come to a draft: it is asked for before anything is taken in, then what comes is taken in, then it is named in the draft. The
 * draft may have become final meanwhile; then, as after every other failure, nothing stays of what came.
 */
export function attaching({ store, media, capacity, changed }: AttachDependencies) {
  async function checkDraft(eventId: string): Promise<Result<void, Refusal>> {
    const room = capacity.check()
    if (!room.ok) return room
    const isDraft = await store.reader.isDraft(eventId)
    if (isDraft === undefined) return eventNotFound(eventId)
    return isDraft ? ok(undefined) : eventIsFinal(eventId)
  }

  async function forget(held: readonly KeptBytes[]): Promise<void> {
    if (held.length === 0) return
    const hashes = held.map(({ hash }) => hash)
    await media.remove(hashes, store.reader.namedAmong)
  }

  /** Answers the entry as JSON text. */
  return async (eventId: string, takeIn: TakeIn): Promise<Result<string, Refusal>> => {
    const open = await checkDraft(eventId)
    if (!open.ok) return open
    const held: KeptBytes[] = []
    let isNamed = false
    try {
      const taken = await takeIn((kept) => void held.push(kept))
      if (!taken.ok) return taken
      const outcome = await store.writer.attach(eventId, taken.value)
      if (outcome !== 'attached') return outcome === 'final' ? eventIsFinal(eventId) : eventNotFound(eventId)
      isNamed = true
      changed()
      return ok(taken.value.entry)
    } finally {
      for (const each of held) each.release()
      if (!isNamed) await forget(held)
    }
  }
}

export function eventNotFound(eventId: string) {
  return refuse('event-not-found', { event: eventId })
}

function eventIsFinal(eventId: string) {
  return refuse('event-final', { event: eventId })
}
