import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import type { EventQuery } from '#common/events/query'
import { eventFolder, eventQuery, idsIn, openEventDatabase } from '../../../kit/event-database.ts'

/** Numbers that look like chance and are the same each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

const QUERIES: readonly Partial<EventQuery>[] = [
  {},
  { columns: { device_id: ['a', 'b'] } },
  { columns: { device_id: ['a'], event_schema: ['even'] } },
  { metadata: [{ key: 'n', operator: 'lt', value: '700' }], includeDrafts: false },
]

test('whatever is created and deleted between two pages, what stays is on exactly one of them', async () => {
  const roll = dice(5)
  const folder = eventFolder()
  const database = openEventDatabase(folder.path)
  const beside = new Database(folder.path)
  onTestFinished(() => {
    beside.close()
    database.close()
    folder.remove()
  })
  const add = (nth: number) =>
    database.add({
      device: ['a', 'b', 'c'][nth % 3] ?? null,
      schema: nth % 2 === 0 ? 'even' : 'odd',
      metadata: { n: nth },
      draft: nth % 7 === 0,
    })
  let made = 0
  await Promise.all(Array.from({ length: 300 }, () => add((made += 1))))
  const all = beside.prepare<[], string>('SELECT id FROM event').pluck()
  const remove = beside.prepare('DELETE FROM event WHERE id = ?')

  for (const more of QUERIES)
    for (const direction of ['asc', 'desc'] as const) {
      const before = all.all()
      const query = eventQuery({ ...more, direction, limit: 1 + roll(20) })
      const unchanged = new Set(await idsOfAll(query))
      const seen: string[] = []
      let rest: EventQuery | undefined = query
      while (rest !== undefined) {
        const { events, next } = await database.reader.page(rest)
        seen.push(...idsIn(events))
        await change(before)
        rest = next === undefined ? undefined : { ...rest, ...(direction === 'asc' ? { start: next } : { end: next }) }
      }

      const left = new Set(all.all())
      const stayed = [...unchanged].filter((id) => left.has(id))
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen.filter((id) => stayed.includes(id)).toSorted()).toEqual(stayed.toSorted())
    }

  /** Deletes one event, and mostly creates another. */
  async function change(among: readonly string[]): Promise<void> {
    remove.run(among[roll(among.length)] ?? '')
    if (roll(3) > 0) await add((made += 1))
  }

  async function idsOfAll(query: EventQuery): Promise<string[]> {
    return idsIn((await database.reader.page({ ...query, limit: 1000 })).events)
  }
})
