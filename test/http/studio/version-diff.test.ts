import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DiffFilter } from '#common/contract/version-diff'
import { type PlainManagement, plainManagement } from '../../kit/plain-management.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { makeTwoVersions, type TwoVersions } from '../../kit/two-versions.ts'

let folder: string
let station: StationProcess
let there: StationProcess | undefined
let plain: PlainManagement | undefined
let made: TwoVersions

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-diff-'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio'])
  made = await makeTwoVersions(station)
})

afterAll(async () => {
  await station.kill()
  await there?.kill()
  await plain?.close()
  await removeFolder(folder)
})

function read(from: number, to: number) {
  return station.studio.versionDiff.read({ project: made.project, from, to })
}

async function page(filter: DiffFilter, { from = 1, to = 2, offset = 0, limit = 20 } = {}) {
  return station.studio.versionDiff.page({ project: made.project, from, to, filter, offset, limit })
}

test('two versions are counted against each other: images, labels and classes', async () => {
  const { images, labels, classes } = await read(1, 2)

  expect(images).toEqual({ before: 3, after: 3, different: 4, in: 1, out: 1, split: 1, labels: 2 })
  expect(labels).toEqual({
    before: 4,
    after: 4,
    added: 1,
    removed: 1,
    far: 0,
    near: 1,
    reclassed: 1,
    reworded: 0,
  })
  expect(classes).toMatchObject([
    { name: 'cup', change: null, before: 2, after: 2 },
    { name: 'pet', change: 'renamed', formerName: 'animal', before: 1, after: 2 },
    { name: 'coin', change: null, before: 1, after: 0 },
  ])
})

test('from the other end everything is told the other way round', async () => {
  const { images, labels, classes } = await read(2, 1)

  expect(images).toMatchObject({ in: 1, out: 1, split: 1, labels: 2 })
  expect(labels).toMatchObject({ added: 1, removed: 1, near: 1, reclassed: 1 })
  expect(classes.find(({ name }) => name === 'animal')).toMatchObject({ change: 'renamed', formerName: 'pet' })
})

test('a version does not differ from itself', async () => {
  const { images, labels } = await read(2, 2)

  expect(images).toMatchObject({ in: 0, out: 0, split: 0, labels: 0 })
  expect(labels).toMatchObject({ added: 0, removed: 0, far: 0, near: 0, reclassed: 0 })
  expect(await page('all', { from: 2, to: 2 })).toEqual({ total: 0, rows: [] })
})

test('the images that differ are listed in windows, those that went out last', async () => {
  const all = await page('all')

  expect(all.total).toBe(4)
  expect(all.rows.map(({ name, marks }) => [name, marks.toSorted()])).toEqual([
    ['chelsea.jpg', ['reclassed', 'split']],
    ['coffee.jpg', ['added', 'near', 'removed']],
    ['rocket.jpg', ['in']],
    ['coins.png', ['out']],
  ])
  const window = await page('all', { offset: 2, limit: 1 })
  expect(window.rows.map(({ name }) => name)).toEqual(['rocket.jpg'])
})

test.each<[DiffFilter, string[]]>([
  ['in', ['rocket.jpg']],
  ['out', ['coins.png']],
  ['split', ['chelsea.jpg']],
  ['labels', ['chelsea.jpg', 'coffee.jpg']],
  ['near', ['coffee.jpg']],
  ['reclassed', ['chelsea.jpg']],
  ['far', []],
])('the filter %s shows the images behind its number', async (filter, names) => {
  const { total, rows } = await page(filter)

  expect(rows.map(({ name }) => name)).toEqual(names)
  expect(total).toBe(names.length)
})

test('each label is told with where it was and where it is', async () => {
  const [coffee] = (await page('near')).rows

  const moved = coffee?.labels.find((change) => change.kind === 'kept')
  expect(moved).toMatchObject({
    place: 'near',
    isReclassed: false,
    before: { box: { x0: 120, y0: 60, x1: 420, y1: 330 } },
    after: { box: { x0: 140, y0: 70, x1: 430, y1: 335 } },
  })
})

test('an image is shown as it was frozen, even one that the project has no more', async () => {
  const [coins] = (await page('out')).rows
  const url = coins?.before?.thumb ?? ''

  const shown = await station.fetch(url)
  const foreign = await station.fetch(url.replace(/[0-9a-f]{64}/, '0'.repeat(64)))

  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(foreign.status).toBe(404)
})

test('a version that is not there is refused by its number', async () => {
  await expect(read(1, 9)).rejects.toThrow('Kitchen has no version 9')
})

test('over a management API the comparison is not offered, and refused with a sentence', async () => {
  there = await startStation(join(folder, 'there'), ['--only', 'management,studio'])
  plain = await plainManagement(there.urls.management ?? '')
  const wish = { name: 'Workshop', management: plain.url, inference: null, source: null }
  const { id } = await station.studio.connections.add({ ...wish, deployments: null, key: there.urls.apiKey })
  const { abilities: here } = await station.studio.session.read()
  await station.studio.connections.use({ id })

  const { abilities } = await station.studio.session.read()

  expect([here.includes('version-diff'), abilities.includes('version-diff')]).toEqual([true, false])
  await expect(read(1, 2)).rejects.toThrow('cannot do this. Do it on that machine')
})
