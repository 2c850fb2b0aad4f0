import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ORPHANS, openOrphans } from '#storage/blobs/orphans'

const MANY = 300

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-orphans-'))
  mkdirSync(join(folder, ORPHANS))
  for (let at = 0; at < MANY; at += 1) {
    writeFileSync(join(folder, ORPHANS, `0-${at.toString(16).padStart(64, '0')}`), '')
  }
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const left = () => readdirSync(join(folder, ORPHANS)).length
const time = { now: () => new Date(), before: (ageMs: number) => new Date(Date.now() - ageMs) }

test('others are served while many orphans are deleted', async () => {
  const orphans = openOrphans(folder, time)
  const seen: number[] = []

  const purging = orphans.purge()
  for (let isOver = false; !isOver; ) {
    isOver = await Promise.race([purging.then(() => true), turn(false)])
    seen.push(left())
  }

  expect(new Set(seen).size).toBeGreaterThan(2)
  expect(left()).toBe(0)
  expect(orphans.isDue()).toBe(false)
})

test('a deletion of orphans that is stopped leaves the rest to the next', async () => {
  const orphans = openOrphans(folder, time)
  const stopping = new AbortController()

  const purging = orphans.purge(stopping.signal)
  stopping.abort()
  await purging

  expect(left()).toBeGreaterThan(0)
  expect(orphans.isDue()).toBe(true)
  await orphans.purge()
  expect(left()).toBe(0)
})
