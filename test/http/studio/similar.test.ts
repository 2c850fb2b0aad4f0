import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { Project } from '#core/dataset/projects/ports'
import { imageForm, newProject } from '../../kit/dataset.ts'
import { runSql } from '../../kit/rows.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let project: Project

beforeAll(async () => {
  station = await testStation()
  const slug = await newProject(station)
  const found = await station.services.projects.find(station.workspace, slug)
  if (!found.ok) throw new Error(sentenceOf(found.error))
  project = found.value
  const cup = await readFile(new URL('../../fixtures/photos/coffee.jpg', import.meta.url))
  const images = {
    'cup.jpg': cup,
    'small-cup.jpg': await sharp(cup).resize(300).jpeg({ quality: 60 }).toBuffer(),
    'mirrored-cup.jpg': await sharp(cup).flop().jpeg().toBuffer(),
    'coins.png': await readFile(new URL('../../fixtures/photos/coins.png', import.meta.url)),
  }
  for (const [name, bytes] of Object.entries(images)) {
    await station.management.post(`/dataset/${slug}/upload`, { form: imageForm(bytes, { name }) })
  }
})

afterAll(async () => station.close())

async function groups(alike = 0.95) {
  const signal = new AbortController().signal
  return station.similar.groups(project, {}, { alike, signal })
}

test('copies in other sizes and qualities are a group, of which the largest is to be kept', async () => {
  const found = await groups()

  expect(found).toMatchObject({ total: 1, images: 2, undescribed: 0 })
  expect(found.groups[0]?.images.map(({ card }) => card.name)).toEqual(['cup.jpg', 'small-cup.jpg'])
  expect(found.groups[0]?.images[1]?.alike).toBeGreaterThan(0.95)
})

test('a smaller copy with labels is kept before a larger one without', async () => {
  runSql(station, `UPDATE image SET shapes = 3 WHERE name = 'small-cup.jpg'`)

  const [group] = (await groups()).groups

  expect(group?.images.map(({ card, alike }) => [card.name, alike === 1])).toEqual([
    ['small-cup.jpg', true],
    ['cup.jpg', false],
  ])
})

test('images like one come with the likest first', async () => {
  const [like] = await station.services.images.ids(project, { search: 'cup.jpg -small -mirrored' }, 'added')
  const window = { filter: { ...(like && { like }) }, sort: 'alike', offset: 0, limit: 2 } as const

  const { total, rows } = await station.services.images.page(project, window)

  expect([total, ...rows.map(({ name }) => name)]).toEqual([4, 'cup.jpg', 'small-cup.jpg'])
})
