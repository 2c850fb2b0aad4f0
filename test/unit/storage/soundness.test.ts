import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isDatabaseSound } from '#storage/kit/check/soundness'
import { openLibrary } from '#storage/library/library'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-soundness-'))
  openLibrary(folder, new Date()).close()
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Whether the database is sound, and what was told of it. */
async function check(signal: AbortSignal): Promise<readonly [boolean, readonly string[]]> {
  const told: string[] = []
  const isSound = await isDatabaseSound(join(folder, 'library.db'), { signal, tell: (fault) => void told.push(fault) })
  return [isSound, told]
}

const going = () => new AbortController().signal

test('a database as it was written is sound', async () => {
  expect(await check(going())).toEqual([true, []])
})

test('a database with a page that was overwritten is not sound, and it is told what is wrong', async () => {
  const file = await open(join(folder, 'library.db'), 'r+')
  const { size } = await file.stat()
  // The first page says what there is; the others are trees of tables and indexes.
  await file.write(Buffer.alloc(size - 8192, 7), 0, size - 8192, 8192)
  await file.close()

  expect(await check(going())).toEqual([false, [expect.any(String)]])
})

test('a check that nobody waits for any more counts as no proof', async () => {
  expect((await check(AbortSignal.abort()))[0]).toBe(false)
})
