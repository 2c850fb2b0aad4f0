import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { EventMedia } from '#core/events/ports'
import { openEventMedia } from '#storage/events/media'

const BYTES = Buffer.from('an image')
let media: EventMedia

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-media-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  media = await openEventMedia(folder)
})

test('a file that comes in anew while its loss is being told is kept after that', async () => {
  const { hash, release } = await media.keep(BYTES)
  release()
  rmSync(media.pathOf(hash))
  const order: string[] = []
  let keeping: Promise<unknown> | undefined

  await media.whileGone([hash], async (gone) => {
    keeping = media.keep(BYTES).then(() => order.push('kept'))
    // Longer than keeping a file takes.
    for (let nth = 0; nth < 5; nth += 1) (await media.keep(Buffer.from(`another ${nth}`))).release()
    order.push(`told of ${gone.join()}`)
  })
  await keeping

  expect(order).toEqual([`told of ${hash}`, 'kept'])
  expect(existsSync(media.pathOf(hash))).toBe(true)
})

test('no loss is told of a file that is there, nor of one that is only coming', async () => {
  const there = await media.keep(BYTES)
  const coming = await media.keep(Buffer.from('on its way'))
  rmSync(media.pathOf(coming.hash))
  const told: unknown[] = []
  const tell = async (gone: readonly unknown[]) => void told.push(...gone)

  await media.whileGone([there.hash, coming.hash], tell)
  expect(told).toEqual([])
  coming.release()
  await media.whileGone([there.hash, coming.hash], tell)

  expect(told).toEqual([coming.hash])
})

test('a file stays that is held, named, or kept anew while it is asked who names it', async () => {
  const held = await media.keep(BYTES)
  const named = await media.keep(Buffer.from('named'))
  const anew = await media.keep(Buffer.from('anew'))
  const free = await media.keep(Buffer.from('free'))
  for (const each of [named, anew, free]) each.release()
  const all = [held.hash, named.hash, anew.hash, free.hash]

  const removed = await media.remove(all, async () => {
    const again = await media.keep(Buffer.from('anew'))
    again.release()
    return [named.hash]
  })

  expect(removed).toBe(1)
  expect(all.filter((hash) => existsSync(media.pathOf(hash)))).toEqual([held.hash, named.hash, anew.hash])
})
