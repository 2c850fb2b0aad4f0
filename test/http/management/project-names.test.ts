import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { imageForm } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const Made = z.object({ id: z.string().startsWith('acme/') })
const Told = z.object({ project: z.object({ name: z.string() }) })

/** Creates a project; answers its address. */
async function made(name: string): Promise<string> {
  const answer = await station.management.post('/acme/projects', { json: { name, type: 'object-detection' } })
  expect(answer).toMatchObject({ status: 201 })
  return Made.parse(answer.body).id.slice('acme/'.length)
}

const pathOf = (text: string) => `/acme/${encodeURIComponent(text)}`

async function uploadTo(project: string) {
  const form = imageForm(await someImage())
  return station.management.post(`/dataset/${encodeURIComponent(project)}/upload`, { form })
}

async function trashed(): Promise<string> {
  return JSON.stringify((await station.management.get('/acme/trash')).body)
}

test('nothing is deleted by a name that only resembles a project', async () => {
  const slugs = [await made('★★★'), await made('Slug test')]
  const before = await trashed()

  const asked = [
    '♥',
    '★',
    '../slug/test',
    'Slug-Test',
    'slug test',
    'SLUG-TEST',
    ' slug-test',
    'slug_test',
    'slug-tést',
  ]
  for (const text of asked) {
    const answer = await station.management.request('DELETE', pathOf(text))
    expect(answer).toMatchObject({ status: 404, body: { error: expect.stringContaining(text) } })
  }

  expect(await trashed()).toBe(before)
  expect(slugs).toEqual(['untitled', 'slug-test'])
})

test('names without a letter can stand side by side, each at an address of its own', async () => {
  const slugs = [await made('♥ ♥'), await made('☆'), await made('☆☆'), await made('猫'), await made('毛')]

  expect(new Set(slugs).size).toBe(5)
  expect(slugs.filter((slug) => !/^[a-z0-9-]+$/.test(slug))).toEqual([])
})

test('no operation takes a name with blanks around it for the name', async () => {
  const slug = await made('lead')
  const text = encodeURIComponent(` ${slug}`)

  const answers = [
    await station.management.get(`/acme/${text}`),
    await station.management.get(`/acme/${slug}%20`),
    await station.management.get(`/acme/%09${slug}`),
    await uploadTo(` ${slug}`),
    await station.management.post(`/acme/${text}/search`, { json: {} }),
    await station.management.post(`/acme/${text}/upload/zip`, { json: {} }),
    await station.management.post('/acme/search/export', { json: { query: '', dataset: ` ${slug}` } }),
    await station.management.post('/acme/projects/fork', { json: { url: `acme/ ${slug}` } }),
  ]

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
})

test('an upload goes to the project of exactly that name, or nowhere', async () => {
  const phones = await made('☎☎')

  const lost = await uploadTo('✿ ✿')
  const found = await uploadTo('☎☎')

  expect(lost).toMatchObject({ status: 404 })
  expect(found).toMatchObject({ status: 200 })
  expect(await station.management.get(`/acme/${phones}`)).toMatchObject({ body: { project: { images: 1 } } })
})

test('a project is read by its exact name, however its accents were typed', async () => {
  const slug = await made('Café au lait')

  const composed = await station.management.get(pathOf('Café au lait'.normalize('NFC')))
  const decomposed = await station.management.get(pathOf('Café au lait'.normalize('NFD')))
  const other = await station.management.get(pathOf('cafe au lait'))

  expect([composed, decomposed]).toMatchObject([
    { status: 200, body: { project: { id: `acme/${slug}` } } },
    { status: 200, body: { project: { id: `acme/${slug}` } } },
  ])
  expect(other.status).toBe(404)
})

test.each([
  ['DELETE', '', undefined],
  ['PATCH', '', { public: true }],
  ['DELETE', '/images', { images: ['aaaaaaaaaaaaaaaaaaaa'] }],
  ['POST', '/splits/rebalance', { splits: { train: 1, valid: 0, test: 0 } }],
])('%s of a project%s takes its address alone, not its name', async (method, below, json) => {
  const name = `Named for ${method}${below}`
  await made(name)

  const answer = await station.management.request(method, `${pathOf(name)}${below}`, { json })

  const error = `There is no project with the address "${name}" in Acme. Use the address from its id`
  expect(answer).toMatchObject({ status: 404, body: { error } })
})

test('projects are put into folders by their addresses alone', async () => {
  await made('Put away')

  const answer = await station.management.post('/acme/groups', { json: { name: 'Shelf', projects: ['Put away'] } })

  const error = 'There is no project with the address "Put away" in Acme. Use the address from its id'
  expect(answer).toMatchObject({ status: 404, body: { error } })
})

test('of several projects with one name the oldest is read', async () => {
  const first = await made('Twins')
  await station.management.request('DELETE', `/acme/${first}`)
  const second = await made('Twins')
  const Trash = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) })
  const items = Trash.parse((await station.management.get('/acme/trash')).body).items
  const id = items.find(({ name }) => name === 'Twins')?.id
  await station.management.post('/acme/trash/restore', { json: { type: 'project', id } })

  const answer = await station.management.get(pathOf('Twins'))

  expect(second).toBe('twins')
  expect(answer).toMatchObject({ status: 200, body: { project: { id: 'acme/twins-2' } } })
})

test.each([
  ['Cups & saucers', 'CUPS & SAUCERS', 'cups-saucers'],
  ['Tea for 2', 'tea-for-2', 'tea-for-2'],
])('beside %j a project %j is refused: it would be taken for the other', async (first, second, slug) => {
  await made(first)

  const answer = await station.management.post('/acme/projects', { json: { name: second, type: 'object-detection' } })

  const error = `A project with the address "${slug}" exists already`
  expect(answer).toMatchObject({ status: 409, body: { error } })
})

test('different projects are never found by the names of each other', async () => {
  const pieces = fc.constantFrom('cups', 'Cups', '2', '-2', ' ', '!', '★', '♥', '猫', 'é', 'e', '/', '%', 'ß')
  const names = fc.uniqueArray(fc.string({ unit: pieces, minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 6 })
  const inUse = new Set<string>()

  await fc.assert(
    fc.asyncProperty(names, async (drawn) => {
      for (const name of drawn) {
        const answer = await station.management.post('/acme/projects', { json: { name, type: 'object-detection' } })
        if (answer.status === 201) inUse.add(name.trim())
      }
      for (const name of inUse) {
        const answer = await station.management.get(pathOf(name))
        expect(Told.parse(answer.body).project.name.normalize('NFC')).toBe(name.normalize('NFC'))
      }
    }),
    { numRuns: 15 },
  )
})
