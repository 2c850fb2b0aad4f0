import { afterEach, expect, test } from 'vitest'
import type { Session } from '#common/contract/session'
import { readOnlyNow, setReadOnly } from '#renderer/data/read-only'

const HERE: Session['place'] = {
  connection: 'this',
  name: 'This machine',
  host: null,
  isWhole: true,
  state: 'open',
  reason: null,
}
const REMOTE: Session['place'] = { ...HERE, connection: 'lab', name: 'Lab', host: 'lab.local:9000' }

afterEach(() => setReadOnly({ readOnly: [], place: HERE }))

test('a read-only library protects its projects and models, but events can be changed', () => {
  setReadOnly({ readOnly: [{ store: 'library', fault: 'older' }], place: HERE })

  expect(readOnlyNow('projects')).toBe(
    'The library is read-only: library.db is an older copy, or its latest changes are damaged',
  )
  expect(readOnlyNow('station')).toBe(readOnlyNow('projects'))
  expect(readOnlyNow('events')).toBeUndefined()
})

test('projects on a remote can be changed while the local library is read-only', () => {
  setReadOnly({ readOnly: [{ store: 'library', fault: 'missing' }], place: REMOTE })

  expect(readOnlyNow('projects')).toBeUndefined()
  expect(readOnlyNow('station')).toBe('The library is read-only: library.db is missing')
})

test('a read-only event store does not affect the projects', () => {
  setReadOnly({ readOnly: [{ store: 'events', fault: 'missing' }], place: HERE })

  expect(readOnlyNow('events')).toBe('The event store is read-only: events.db is missing')
  expect(readOnlyNow('projects')).toBeUndefined()
  expect(readOnlyNow(undefined)).toBeUndefined()
})
