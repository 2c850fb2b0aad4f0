import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { EventFilterView } from '#common/contract/events'
import { newEvent } from './event-store.ts'
import { removeFolder } from './remove-folder.ts'
import { type StationProcess, startStation } from './station-process.ts'

const Created = z.object({ id: z.string(), image_ids: z.array(z.string()) })

/** A station with its event store and its studio. */
export interface EventStation extends Pick<StationProcess, 'studio' | 'fetch' | 'urls'> {
  readonly process: StationProcess
  /** The library's folder. */
  readonly library: string
  /** Stores an event as a producer does. */
  send(more?: Readonly<Record<string, unknown>>): Promise<z.infer<typeof Created>>
  /** Stores events of one device; returns their ids. */
  sendMany(device: string, count: number): Promise<string[]>
  /** Sends a request to the event store, not to the studio. */
  store(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

export async function openEventStation(): Promise<EventStation> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-event-station-'))
  const library = join(folder, 'library')
  const station = await startStation(library, ['--only', 'studio,events'])
  const { studio, urls } = station

  function store(path: string, init?: RequestInit): Promise<Response> {
    return fetch(`${urls.events}${path}`, init)
  }

  async function send(more: Readonly<Record<string, unknown>> = {}) {
    const headers = { 'content-type': 'application/json' }
    const answer = await store('/v2/events', { method: 'POST', headers, body: JSON.stringify(newEvent(more)) })
    return Created.parse(await answer.json())
  }

  return {
    process: station,
    library,
    studio,
    urls,
    fetch: station.fetch,
    store,
    send,
    async sendMany(device_id, count) {
      const ids: string[] = []
      for (let index = 0; index < count; index += 1) ids.push((await send({ device_id })).id)
      return ids
    },
    async close() {
      await station.stop()
      await removeFolder(folder)
    },
  }
}

/** Returns a filter for the events of a device. */
export function ofDevice(device: string): EventFilterView {
  return EventFilterView.parse({ devices: [device] })
}
