import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { brokenEventRules, inEventsDb } from '../kit/event-rows.ts'
import { createEvent, newEvent, type TestEvents, testEvents } from '../kit/event-store.ts'
import { someImage } from '../kit/images.ts'
import { seededChance } from './killing.ts'

const folder = mkdtempSync(join(tmpdir(), 'tessera-disk-'))
const isSmall = runs('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', folder])
/** Each disk has room for one store; the last one is gone when the next comes. */
const library = join(folder, 'library')
const ballast = join(folder, 'ballast')

afterAll(() => {
  if (isSmall) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

function runs(command: string, args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe.skipIf(!isSmall)('a disk that fills up (needs the right to mount a small one)', () => {
  test('refuses in plain words at whatever moment it is full, loses nothing that was acknowledged, and goes on by itself', async () => {
    const chance = seededChance('full disk')
    const store = await testEvents({ library })
    const acknowledged = [await createEvent(store.http)]
    const refused: unknown[] = []
    for (let round = 0; round < 30; round += 1) {
      leave(Math.floor(chance() * 60_000))
      const answers = await Promise.all(Array.from({ length: 6 }, () => createWithImages(store)))
      for (const { status, body } of answers) {
        if (status === 201) acknowledged.push(idIn(body))
        else refused.push({ status, body })
      }
      rmSync(ballast)
      acknowledged.push(await createEvent(store.http, { custom_metadata: { round } }))
    }

    expect(refused.length).toBeGreaterThan(20)
    expect(refused).toEqual(refused.map(() => ({ status: 500, body: { detail: expect.stringContaining('is full') } })))
    expect(new Set(storedIds(library))).toEqual(new Set(acknowledged))
    expect(brokenEventRules(library)).toEqual([])
  })

  test('answers what is there while it is full, and makes no room by itself', async () => {
    const store = await testEvents({ library, settings: { RETENTION_DAYS: '0' } })
    const id = await createEvent(store.http)
    leave(0)

    const answers = await Promise.all(Array.from({ length: 20 }, () => createWithImages(store)))
    await store.runUpkeep()

    expect(answers.at(-1)).toMatchObject({ status: 500 })
    expect((await store.http.get(`/v2/events/${id}`)).body).toMatchObject({ id })
    rmSync(ballast)
    expect(brokenEventRules(library)).toEqual([])
  })
})

describe.skipIf(!canLock())('a disk that turns read-only (needs the right to make files immutable)', () => {
  test('refuses in plain words, answers what is there, and goes on by itself', async () => {
    const store = await testEvents()
    const acknowledged = [await createEvent(store.http, { images: [await image()] })]
    const events = join(store.library, 'events')
    onTestFinished(() => lock(events, '-i'))
    for (let round = 0; round < 4; round += 1) {
      lock(events, '+i')
      const answers = await Promise.all([createWithImages(store), store.http.post('/v2/events', { json: newEvent() })])
      const found = await store.http.get(`/v2/events/${acknowledged[0]}`)
      lock(events, '-i')

      expect(answers).toMatchObject(
        answers.map(() => ({ status: 500, body: { detail: expect.stringContaining('cannot be written') } })),
      )
      expect(found.status).toBe(200)
      acknowledged.push(idIn((await createWithImages(store)).body))
    }

    expect(brokenEventRules(store.library)).toEqual([])
    expect(storedIds(store.library)).toEqual(acknowledged)
  })
})

/** Makes everything in a folder immutable, as it is on a disk that the system has made read-only after a fault; or undoes it. */
function lock(path: string, change: '+i' | '-i'): void {
  execFileSync('chattr', ['-R', change, path])
}

function canLock(): boolean {
  const trial = mkdtempSync(join(tmpdir(), 'tessera-lock-'))
  const canBe = runs('chattr', ['+i', trial]) && runs('chattr', ['-i', trial])
  rmSync(trial, { recursive: true, force: true })
  return canBe
}

/** Fills the disk but for so many bytes. */
function leave(bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytes)))
}

async function createWithImages({ http }: TestEvents) {
  const images = [{ ...(await image()), metadata: { padding: 'x'.repeat(8000) } }]
  return http.post('/v2/events', { json: newEvent({ images, custom_metadata: { kind: 'large', lane: 3 } }) })
}

async function image() {
  return { base64Image: (await someImage()).toString('base64') }
}

function idIn(body: unknown): string {
  return z.object({ id: z.string() }).parse(body).id
}

function storedIds(place: string): unknown[] {
  return inEventsDb(place, (db) => db.prepare('SELECT id FROM event ORDER BY created_at').pluck().all())
}
