import type { StoredEvent } from '#common/events/stored-event'
import { message } from '#common/messages/message'
import { err, ok, type Result } from '#common/result'
import type { EventMedia, EventStore, Outgoing } from '../ports.ts'
import { readStoredEvent } from '../studio/view.ts'
import { toCloudEvent } from './cloud-event.ts'
import type { CloudReceiver, SendFailure } from './ports.ts'

export interface DeliveryDependencies {
  readonly store: EventStore
  readonly media: Pick<EventMedia, 'pathOf' | 'check'>
  readonly receiver: CloudReceiver
  /** The solution of events that were stored without one. */
  readonly defaultSolution: string | undefined
}

/** Brings one event to the receiver: the files that it does not have yet, then the event that names them. */
export function eventDelivery({ store, media, receiver, defaultSolution }: DeliveryDependencies) {
  async function sendFiles(
    { key, files, sources: known }: Outgoing,
    signal: AbortSignal,
  ): Promise<Result<Outgoing['sources'], SendFailure>> {
    const sources = { ...known }
    const wanted = files.filter(({ id, kind }) => kind !== 'local' && !Object.hasOwn(known, id))
    for (const file of wanted) {
      // A damaged file is as good as gone: the event goes without it.
      if ((await media.check(file.hash)) !== 'sound') continue
      const sent = await receiver.sendFile(file, media.pathOf(file.hash), signal)
      if (sent.ok) {
        sources[file.id] = sent.value
        // Kept at once: whatever happens next, this file does not travel again.
        await store.writer.keepSources(key, { [file.id]: sent.value })
      } else if (sent.error.kind !== 'gone') return err(sent.error)
    }
    return ok(sources)
  }

  return async function deliver(outgoing: Outgoing, signal: AbortSignal): Promise<Result<void, SendFailure>> {
    const event = readEvent(outgoing.event)
    if (!event.ok) return event
    const sources = await sendFiles(outgoing, signal)
    if (!sources.ok) return sources
    return receiver.sendEvent(toCloudEvent(event.value, sources.value, defaultSolution), signal)
  }
}

function readEvent(text: string): Result<StoredEvent, SendFailure> {
  const event = readStoredEvent(text)
  if (event !== undefined) return ok(event)
  return err({ kind: 'refused', reason: message('event-form-unknown') })
}
