import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { EVENT_MIGRATIONS } from '#storage/events/migrations/registry'
import { migrate } from '#storage/kit/migrate'

test('why events were not sent becomes a message that says what was written', () => {
  const db = new Database(':memory:')
  migrate(
    db,
    EVENT_MIGRATIONS.filter(({ version }) => version < 4),
  )
  db.exec(`
    INSERT INTO event (created_at, id, event_schema, draft, bytes, body)
      VALUES (1, 'a', 's', 0, 2, '{}'), (2, 'b', 's', 0, 2, '{}');
    INSERT INTO outbox (event, next_at, attempts, reason)
      VALUES (1, 5, 1, 'cloud.test says "no"'), (2, 5, 0, NULL)`)

  migrate(db, EVENT_MIGRATIONS)

  const reasons = db.prepare<[], string | null>('SELECT reason FROM outbox ORDER BY event').pluck().all()
  expect(reasons.map((reason) => JSON.parse(reason ?? 'null'))).toEqual([
    { code: 'literal', params: { text: 'cloud.test says "no"' } },
    null,
  ])
})
