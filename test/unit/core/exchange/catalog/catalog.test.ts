import { expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { CatalogEntry } from '#core/exchange/catalog/ports'
import { fits, readCatalogQuery } from '#core/exchange/catalog/query'
import { freeName, readSource } from '#core/exchange/catalog/rules'
import { inWords } from '../../../../kit/in-words.ts'

const BOATS: CatalogEntry = {
  workspace: 'acme',
  project: 'harbour-boats',
  name: 'Harbour Boats',
  type: 'object-detection',
  license: 'MIT',
  description: 'Seen from the quay',
  images: 120,
  classes: [
    { name: 'boat', shapes: 400 },
    { name: 'life buoy', shapes: 2 },
  ],
  cover: undefined,
}

function finds(text: string): boolean {
  const query = readCatalogQuery(text)
  if (!query.ok) throw new Error(sentenceOf(query.error))
  return fits(BOATS, query.value)
}

test.each([
  '',
  '  ',
  'boats',
  'BOATS harbour',
  'quay',
  'mit',
  'buoy',
  'object detection',
  'object-detection',
  '"harbour boats"',
  'acme/harbour-boats',
  'class:BOAT',
  'class:"life buoy"',
  'images>100',
  'images>=120',
  'images<=120',
  'images=120',
  'images:120',
  'type:"object detection"',
  'stars>=0',
  'stars<1',
  'boats images<121',
])('the query %j finds the project', (text) => {
  expect(finds(text)).toBe(true)
})

test.each([
  'cars',
  'boats cars',
  '"boats harbour"',
  'class:buoy',
  'class:boa',
  'images>120',
  'images<120',
  'images=119',
  'type:classification',
  'type:object',
  'stars>=5',
  'model:yolov8',
  'model:',
  'boats images>1000',
])('the query %j does not find the project', (text) => {
  expect(finds(text)).toBe(false)
})

test.each(['images>many', 'stars>=', 'images:-1', 'images>1e9'])('%j is refused by its own word', (text) => {
  expect(inWords(readCatalogQuery(`boats ${text}`))).toMatchObject({
    ok: false,
    error: { reason: 'search-invalid', message: expect.stringContaining(text) },
  })
})

test('a query that is too long or has too many words is refused', () => {
  for (const text of ['x'.repeat(2001), 'x '.repeat(101)]) {
    expect(inWords(readCatalogQuery(text))).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('at most') },
    })
  }
})

test.each([
  ['acme/boats', 'acme', 'boats'],
  ['boats', undefined, 'boats'],
  [' /acme/boats/ ', 'acme', 'boats'],
  ['https://nas:9000/acme/boats?key=1#top', 'acme', 'boats'],
  ['https://catalog.example/acme/boats/dataset/3', 'acme', 'boats'],
])('%j is the address of a project', (text, workspace, project) => {
  expect(readSource(text)).toEqual({ ok: true, value: { workspace, project } })
})

test.each(['', '///', 'http://', 'https://nas:9000/'])('%j is no address of a project', (text) => {
  expect(readSource(text).ok).toBe(false)
})

test('a copy has the name of its source, or the first number that leaves its address free', () => {
  const taken = new Set(['cups', 'cups-2'])

  expect(freeName('Boats', (slug) => taken.has(slug))).toEqual({ name: 'Boats', slug: 'boats' })
  expect(freeName('Cups', (slug) => taken.has(slug))).toEqual({ name: 'Cups 3', slug: 'cups-3' })
})

test('names that are long, or have no letter of the alphabet, find an address too', () => {
  const taken = new Set<string>()
  const make = (name: string) => {
    const free = freeName(name, (slug) => taken.has(slug))
    taken.add(free.slug)
    return free
  }

  const made = [1, 2, 3].flatMap(() => [make('船'), make('very '.repeat(20))])

  expect(new Set(made.map(({ slug }) => slug)).size).toBe(6)
  expect(Math.max(...made.map(({ name }) => name.length))).toBeLessThanOrEqual(100)
})
