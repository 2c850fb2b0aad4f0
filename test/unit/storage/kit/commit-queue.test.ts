import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commitQueue } from '#storage/kit/commit-queue'
import { type OpenDatabase, openDatabase } from '#storage/kit/db'

let folder: string
let database: OpenDatabase

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-queue-'))
  database = openDatabase(join(folder, 'test.db'))
  database.raw.exec('CREATE TABLE note (text TEXT NOT NULL UNIQUE) STRICT')
})

afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

function notes(): string[] {
  return database.raw.prepare<[], string>('SELECT text FROM note ORDER BY text').pluck().all()
}

test('a write that fails leaves nothing, and those that share its commit stay', async () => {
  const commits = commitQueue(database.raw)
  const insert = database.raw.prepare('INSERT INTO note VALUES (?)')

  const outcomes = await Promise.allSettled([
    commits.run(() => insert.run('a')),
    commits.run(() => {
      insert.run('half')
      throw new Error('changed my mind')
    }),
    commits.run(() => insert.run('a')),
    commits.run(() => insert.run('b')),
  ])

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(notes()).toEqual(['a', 'b'])
})

test('a write that is asked for while others are told of their end is done too', async () => {
  const commits = commitQueue(database.raw)
  const insert = database.raw.prepare('INSERT INTO note VALUES (?)')

  await commits.run(() => insert.run('first')).then(() => commits.run(() => insert.run('second')))

  expect(notes()).toEqual(['first', 'second'])
})

test('a thousand writes at once are all there when they are answered', async () => {
  const commits = commitQueue(database.raw)
  const insert = database.raw.prepare('INSERT INTO note VALUES (?)')

  await Promise.all(Array.from({ length: 1000 }, (_, index) => commits.run(() => insert.run(`note ${index}`))))

  expect(notes()).toHaveLength(1000)
})

test('writes wait for one over a connection of its own, and are done between two of those', async () => {
  const commits = commitQueue(database.raw)
  const insert = database.raw.prepare('INSERT INTO note VALUES (?)')
  const seen: string[][] = []
  const apart = (text: string) =>
    commits.apart(async () => {
      await new Promise((done) => setImmediate(done))
      seen.push(notes())
      const other = openDatabase(join(folder, 'test.db'))
      other.raw.prepare('INSERT INTO note VALUES (?)').run(text)
      other.close()
    })

  await Promise.all([apart('a'), commits.run(() => insert.run('b')), apart('c')])

  expect(seen).toEqual([[], ['a', 'b']])
  expect(notes()).toEqual(['a', 'b', 'c'])
})

test('a write apart that fails lets those that waited go on', async () => {
  const commits = commitQueue(database.raw)
  const insert = database.raw.prepare('INSERT INTO note VALUES (?)')

  const outcomes = await Promise.allSettled([
    commits.apart(() => Promise.reject(new Error('its thread ended'))),
    commits.run(() => insert.run('a')),
  ])

  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(notes()).toEqual(['a'])
})

test('writes that can wait share a commit with each other, and with the first that cannot', async () => {
  const commits: string[][] = []
  const queue = commitQueue(database.raw, { begin: () => void commits.push([]) })
  const insert = database.raw.prepare('INSERT INTO note VALUES (?)')
  const write = (text: string) => () => {
    insert.run(text)
    commits.at(-1)?.push(text)
  }

  const patient = Array.from({ length: 5 }, (_, nth) => queue.run(write(`many ${nth}`), { canWait: true }))
  await new Promise(setImmediate)
  await queue.run(write('one'))
  await Promise.all(patient)

  expect(commits).toEqual([['many 0', 'many 1', 'many 2', 'many 3', 'many 4', 'one']])
})

test('writes that can wait are committed without others, and at once when there are many', async () => {
  let commits = 0
  const queue = commitQueue(database.raw, { begin: () => void (commits += 1) })
  const insert = database.raw.prepare('INSERT INTO note VALUES (?)')

  await queue.run(() => insert.run('alone'), { canWait: true })
  expect(commits).toBe(1)
  await Promise.all(Array.from({ length: 100 }, (_, nth) => queue.run(() => insert.run(`${nth}`), { canWait: true })))

  expect(commits).toBe(2)
  expect(notes()).toHaveLength(101)
})

test('writes that together hold the thread too long are committed in slices, in their order', async () => {
  const turns: number[] = []
  let turn = 0
  const commits = commitQueue(database.raw, { sliceMs: 0, begin: () => turns.push(turn) })
  const insert = database.raw.prepare('INSERT INTO note VALUES (?)')
  const count = () => {
    turn += 1
    if (turn < 100) setImmediate(count)
  }
  count()

  const settled: string[] = []
  await Promise.all(['a', 'b', 'c'].map((text) => commits.run(() => insert.run(text)).then(() => settled.push(text))))

  expect(settled).toEqual(['a', 'b', 'c'])
  expect(new Set(turns).size, 'other work ran between the commits').toBe(3)
})

test('a write of a later slice that fails leaves those before and after it', async () => {
  const commits = commitQueue(database.raw, { sliceMs: 0, isRepeatable: true })
  const insert = database.raw.prepare('INSERT INTO note VALUES (?)')

  const outcomes = await Promise.allSettled(['a', 'a', 'b'].map((text) => commits.run(() => insert.run(text))))

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(notes()).toEqual(['a', 'b'])
})
