import type { ReadDb } from '../../kit/db.ts'
import { IS_STORED_EVENT } from '../writing/stored.sql.ts'
import { damagedEvent } from '../writing/stored.ts'
import { previews } from './previews.ts'

/** Limits on one event that is shown completely. */
const WHOLE_CHARACTERS = 512 * 1024
const PART_CHARACTERS = 256 * 1024

interface FoundBody {
  readonly body: string
  readonly isSound: 0 | 1
}

export function eventFinding(db: ReadDb) {
  const byId = db.prepare<[id: string], FoundBody>(`SELECT body, ${IS_STORED_EVENT} AS isSound FROM event WHERE id = ?`)
  const draftById = db.prepare<[id: string], number>('SELECT draft FROM event WHERE id = ?').pluck()
  const shorten = previews({ whole: WHOLE_CHARACTERS, part: PART_CHARACTERS })

  function soundBody(eventId: string): string | undefined {
    const found = byId.get(eventId)
    if (found?.isSound === 0) throw damagedEvent(eventId)
    return found?.body
  }

  return {
    async find(eventId: string): Promise<string | undefined> {
      return soundBody(eventId)
    },
    async findWritten(eventId: string): Promise<Uint8Array | undefined> {
      const body = soundBody(eventId)
      return body === undefined ? undefined : new TextEncoder().encode(body)
    },
    async isDraft(eventId: string): Promise<boolean | undefined> {
      const draft = draftById.get(eventId)
      return draft === undefined ? undefined : draft === 1
    },
    async preview(eventId: string): Promise<string | undefined> {
      const body = soundBody(eventId)
      return body === undefined ? undefined : shorten(eventId, body)
    },
  }
}
