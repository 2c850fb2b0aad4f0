import { expect, test } from 'vitest'
import { Restored, TrashItem } from '#common/contract/workspace/trash'
import { ProjectSlug } from '#common/ids'
import { daysLeft, factsOf, imagesOf, keptDays, nameOf, restoredText } from '#renderer/features/trash/entrance/words'

const TIMES = { deletedAt: '2026-03-01T12:00:00.000Z', cleanupAt: '2026-03-31T12:00:00.000Z', covers: [] }
const CITRUS = { id: 'citrusproject', slug: 'citrus', name: 'Citrus' }
const PROJECT = TrashItem.parse({
  kind: 'project',
  ...TIMES,
  ...CITRUS,
  type: 'object-detection',
  images: 4812,
  versions: 1,
})
const VERSION = TrashItem.parse({ kind: 'version', ...TIMES, project: CITRUS, number: 3, name: '', images: 1 })
const IMAGES = TrashItem.parse({ kind: 'images', ...TIMES, project: CITRUS, images: 12, replaced: 0 })

test.each([
  [PROJECT, 'Citrus', 'Project · Object detection · 4,812 images · 1 version'],
  [VERSION, 'Version 3', 'Version of Citrus · 1 image'],
  [IMAGES, '12 images', 'From Citrus'],
])('a thing is told by its name and what it is', (item, name, facts) => {
  expect([nameOf(item), factsOf(item).join(' · ')]).toEqual([name, facts])
})

test('the remaining days are those between deletion and clean-up', () => {
  expect(keptDays(PROJECT)).toBe(30)
})

test.each([
  ['2026-03-01T12:00:00Z', '30 days left'],
  ['2026-03-29T12:00:01Z', '2 days left'],
  ['2026-03-30T12:00:00Z', '1 day left'],
  ['2026-03-30T12:00:01Z', 'Less than a day left'],
  ['2026-04-30T12:00:00Z', 'Less than a day left'],
])('at %s it says: %s', (now, words) => {
  expect(daysLeft(PROJECT.cleanupAt, new Date(now))).toBe(words)
})

test.each([
  [PROJECT, { takenSlug: null, images: null, replaced: null }, 'Citrus restored'],
  [
    PROJECT,
    { project: 'citrus-2', takenSlug: 'citrus', images: null, replaced: null },
    'Citrus restored. Its address is citrus-2 now, because another project has citrus',
  ],
  [VERSION, { takenSlug: null, images: null, replaced: null }, 'Version 3 of Citrus restored'],
  [IMAGES, { takenSlug: null, images: 12, replaced: 0 }, '12 images restored to Citrus'],
  [
    IMAGES,
    { takenSlug: null, images: 11, replaced: 0 },
    '11 images restored to Citrus. 1 image was imported again in the meantime and stayed in the trash',
  ],
  [
    IMAGES,
    { takenSlug: null, images: 12, replaced: 2 },
    '12 images restored to Citrus. 2 copies without annotations, imported in the meantime, moved to the trash',
  ],
])('what came back is told in a sentence', (item, restored, words) => {
  expect(restoredText(item, Restored.parse({ project: 'citrus', ...restored }))).toBe(words)
})

test('the images of a project in the trash are not those of another one with the same name', () => {
  const twin = TrashItem.parse({ ...IMAGES, project: { ...CITRUS, id: 'othercitrus', slug: 'citrus-2' }, images: 5 })
  expect(imagesOf([PROJECT, VERSION, IMAGES, twin], ProjectSlug.parse('citrus'))).toBe(12)
})
