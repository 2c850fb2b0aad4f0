import { formatMoment } from '#common/events/moment'
import type { EventFilter } from '#common/events/query'
import type { StoredEvent } from '#common/events/stored-event'
import type { BlobHash } from '#common/ids'
import { unlessDamaged } from '../../damaged-row.ts'
import { archivedImageName } from '../files/file-names.ts'
import type { EventReader } from '../ports.ts'
import { eventTexts } from './event-texts.ts'
import { readStoredEvent } from './view.ts'

/** Which events: those that are named, or all that fit. */
export type ExportedEvents =
  | { readonly kind: 'named'; readonly ids: readonly string[] }
  | { readonly kind: 'found'; readonly filter: EventFilter }

/** An image of an event, and what it is called in an archive. */
export interface ExportedImage {
  readonly name: string
  readonly hash: BlobHash
}

/** Events that are held in memory at the same time. */
const PAGE = 100

type Reader = Pick<EventReader, 'find' | 'page' | 'file' | 'span'>

/** Walks through events, oldest first, a page at a time; those that are deleted meanwhile are left out. */
export function eventExport(reader: Reader) {
  async function* pages(events: ExportedEvents): AsyncGenerator<readonly string[]> {
    if (events.kind === 'found') yield* foundPages(reader, events.filter)
    else for (const id of events.ids) yield await namedPage(reader, id)
  }

  return {
    /** Limits the export to the events that exist now: a walk that begins later finds no younger ones. */
    async untilNow(events: ExportedEvents): Promise<ExportedEvents> {
      if (events.kind === 'named') return events
      const behind = ((await reader.span())?.youngest ?? 0) + 1
      const end = Math.min(events.filter.end ?? behind, behind)
      return { kind: 'found', filter: { ...events.filter, end } }
    },

    /** One stored event a line, as it is kept. */
    async *lines(events: ExportedEvents): AsyncGenerator<string> {
      for await (const texts of pages(events)) if (texts.length > 0) yield `${texts.join('\n')}\n`
    },

    async *images(events: ExportedEvents): AsyncGenerator<ExportedImage> {
      for await (const texts of pages(events))
        for (const event of texts.map(readStoredEvent)) if (event !== undefined) yield* imagesOf(reader, event)
    },
  }
}

async function* foundPages(reader: Reader, filter: EventFilter): AsyncGenerator<readonly string[]> {
  let start = filter.start
  for (;;) {
    const from = start === undefined ? {} : { start }
    const { events, next, damaged } = await reader.page({ ...filter, ...from, limit: PAGE, direction: 'asc' })
    yield [...eventTexts(events), ...damaged.map(damagedLine)]
    if (next === undefined) return
    start = next
  }
}

async function namedPage(reader: Reader, id: string): Promise<readonly string[]> {
  const found = await unlessDamaged(() => reader.find(id))
  if (!found.ok) return [damagedLine(id)]
  return found.value === undefined ? [] : [found.value]
}

/** In the place of an event that is damaged in the database: whoever reads the file sees that it is not whole. */
function damagedLine(id: string): string {
  return JSON.stringify({ id, damaged: true })
}

async function* imagesOf(reader: Reader, event: StoredEvent): AsyncGenerator<ExportedImage> {
  for (const [index, { file_id, input_file_id }] of event.images.entries()) {
    for (const id of [file_id, input_file_id]) {
      const file = id === null ? undefined : await reader.file(id)
      if (file?.kind !== 'picture' && file?.kind !== 'input') continue
      const { kind, contentType, hash } = file
      yield { name: archivedImageName(event, { place: index + 1, kind, contentType }), hash }
    }
  }
}

/** `events-2026-11-22T10-00-00Z`: what a download is called that was begun at this moment (microseconds). */
export function exportName(now: number): string {
  return `events-${formatMoment(now).slice(0, 19).replaceAll(':', '-')}Z`
}
