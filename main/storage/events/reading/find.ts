import type { ReadDb } from '../../kit/db.ts'
import { previews } from './previews.ts'

/** What is shown of one event in full. */
const WHOLE_CHARACTERS = 512 * 1024
const PART_CHARACTERS = 256 * 1024

export function eventFinding(db: ReadDb) {
  const byId = db.prepare<[id: string], string>('SELECT body FROM event WHERE id = ?').pluck()
  const draftById = db.prepare<[id: string], number>('SELECT draft FROM event WHERE id = ?').pluck()
  const shorten = previews({ whole: WHOLE_CHARACTERS, part: PART_CHARACTERS })
  return {
    async find(eventId: string): Promise<string | undefined> {
      return byId.get(eventId)
    },
    async findWritten(eventId: string): Promise<Uint8Array | undefined> {
      const body = byId.get(eventId)
      return body === undefined ? undefined : new TextEncoder().encode(body)
    },
    async isDraft(eventId: string): Promise<boolean | undefined> {
      const draft = draftById.get(eventId)
      return draft === undefined ? undefined : draft === 1
    },
    async preview(eventId: string): Promise<string | undefined> {
      const body = byId.get(eventId)
      return body === undefined ? undefined : shorten(eventId, body)
    },
  }
}
