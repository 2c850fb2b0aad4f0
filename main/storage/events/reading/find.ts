import type { ReadDb } from '../../kit/db.ts'

export function eventFinding(db: ReadDb) {
  const byId = db.prepare<[id: string], string>('SELECT body FROM event WHERE id = ?').pluck()
  return {
    async find(eventId: string): Promise<string | undefined> {
      return byId.get(eventId)
    },
  }
}
