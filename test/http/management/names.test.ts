import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { imageForm, newProject, upload } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const NOT_PLAIN = { error: expect.stringContaining('A name cannot hold line breaks or control characters') }

describe('names with line breaks or NUL', () => {
  test.each(['two\nlines', 'a\u0000b', 'tab\tbed', 'line\u2028separator', 'gpj.\u202etac', 'a\u2066b'])(
    '%j names no project',
    async (name) => {
      const json = { name, type: 'object-detection', annotation: 'things' }
      const answer = await station.management.post('/acme/projects', { json })

      expect(answer).toMatchObject({ status: 400, body: NOT_PLAIN })
    },
  )

  test('they name no image and no batch', async () => {
    const slug = await newProject(station)
    const send = async (fields: Readonly<Record<string, string>>) =>
      station.management.post(`/dataset/${slug}/upload`, { form: imageForm(await someImage(), fields) })

    const answers = [await send({ name: 'a\u0000b.png' }), await send({ batch: 'two\u0007bells' })]

    expect(answers).toMatchObject([
      { status: 400, body: NOT_PLAIN },
      { status: 400, body: NOT_PLAIN },
    ])
  })

  test('they name no folder, no key and no workflow', async () => {
    const workflow = { name: 'a\u0000b', config: '{}' }
    const answers = [
      await station.management.post('/acme/groups', { json: { name: 'a\nb' } }),
      await station.management.post('/acme/api-keys', { json: { name: 'a\nb' } }),
      await station.management.post('/acme/createWorkflow', { json: workflow }),
    ]

    for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: NOT_PLAIN })
  })
})

test.each(['two\nlines', 'a\u2028b', 'a\u0000b', 'tab\tbed', 'a\u202eb'])('%j is no tag', async (tag) => {
  const slug = await newProject(station)
  const image = await upload(station, slug)

  const json = { operation: 'add', tags: [tag] }
  const added = await station.management.post(`/acme/${slug}/images/${image}/tags`, { json })
  const sent = await station.management.post(`/dataset/${slug}/upload`, {
    form: imageForm(await someImage(), { tag }),
  })

  const error = 'A tag cannot hold line breaks or control characters'
  expect([added, sent]).toMatchObject([
    { status: 400, body: { error } },
    { status: 400, body: { error } },
  ])
})

test('a class called __proto__ is told like every other', async () => {
  const slug = await newProject(station)
  const image = await upload(station, slug)
  const json = { annotationFile: '0 0.5 0.5 0.5 0.5', labelmap: { 0: '__proto__' } }
  await station.management.post(`/dataset/${slug}/annotate/${image}?name=boxes.txt`, { json })

  const project = await station.management.get(`/acme/${slug}`)
  const health = await station.management.get(`/acme/${slug}/health`)

  expect(project.bytes.toString()).toContain('"classes":{"__proto__":1}')
  expect(health.bytes.toString()).toContain('"classes":{"__proto__":{')
})

test('accents that are written apart make no second class, batch or tag', async () => {
  const slug = await newProject(station)
  for (const form of ['NFC', 'NFD']) {
    const name = 'café'.normalize(form)
    const image = await upload(station, slug, { batch: name, tag: name })
    const json = { annotationFile: '0 0.5 0.5 0.5 0.5', labelmap: { 0: name } }
    await station.management.post(`/dataset/${slug}/annotate/${image}?name=boxes.txt`, { json })
  }

  const project = await station.management.get(`/acme/${slug}`)
  const batches = await station.management.get(`/acme/${slug}/batches`)
  const found = await station.management.post(`/acme/${slug}/search`, { json: { tag: 'café'.normalize('NFD') } })

  expect(project.body).toMatchObject({ project: { classes: { café: 2 } } })
  expect(batches.body).toMatchObject({ batches: [{ name: 'café', images: 2 }] })
  expect(found.body).toMatchObject({ total: 2 })
})

test('hundreds of boxes give way to one, and one to hundreds', async () => {
  const slug = await newProject(station)
  const image = await upload(station, slug)
  const boxes = Array.from({ length: 500 }, (_, nth) => `0 0.5 0.5 0.${100 + nth} 0.5`)
  const annotate = (lines: readonly string[]) => {
    const json = { annotationFile: lines.join('\n'), labelmap: { 0: 'crate' } }
    return station.management.post(`/dataset/${slug}/annotate/${image}?name=boxes.txt&overwrite=true`, { json })
  }
  const classes = async () =>
    z.object({ project: z.object({ classes: Counts }) }).parse((await station.management.get(`/acme/${slug}`)).body)

  const counts = []
  for (const lines of [boxes, boxes.slice(0, 1), boxes]) {
    expect((await annotate(lines)).status).toBe(200)
    counts.push((await classes()).project.classes['crate'])
  }

  expect(counts).toEqual([500, 1, 500])
})

const Counts = z.record(z.string(), z.number())

describe('bodies', () => {
  const LATIN = Buffer.from([...Buffer.from('{"name": "caf'), 0xe9, ...Buffer.from('", "type": "object-detection"}')])

  test('JSON that is not UTF-8 is refused by that', async () => {
    const answer = await station.management.post('/acme/projects', { body: LATIN, headers: JSON_TYPE })

    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('not valid UTF-8') } })
  })

  test.each([10, 600_000])(
    'a table of %s rows that is not UTF-8 is refused by that, and labels nothing',
    async (rows) => {
      const slug = await newProject(station)
      const image = await upload(station, slug)
      const head = 'filename,width,height,class,xmin,ymin,xmax,ymax\nboxes.png,64,48,caf'
      const body = Buffer.concat([Buffer.from(head), Buffer.of(0xe9), Buffer.from(`,1,1,9,9\n${'\n'.repeat(rows)}`)])
      const path = `/dataset/${slug}/annotate/${image}?name=boxes.csv`

      const answer = await station.management.post(path, { body, headers: { 'content-type': 'text/plain' } })
      const project = await station.management.get(`/acme/${slug}`)

      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('not valid UTF-8') } })
      expect(project.body).toMatchObject({ project: { classes: {} } })
    },
  )

  test('metadata of a form that is not UTF-8 is refused, and the image is not kept', async () => {
    const slug = await newProject(station)
    const form = [
      Buffer.from('--x\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n{"place":"caf'),
      Buffer.from([0xe9]),
      Buffer.from('"}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
      await someImage(),
      Buffer.from('\r\n--x--\r\n'),
    ]
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }

    const answer = await station.management.post(`/dataset/${slug}/upload`, { body: Buffer.concat(form), headers })
    const project = await station.management.get(`/acme/${slug}`)

    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('"metadata" is not valid') } })
    expect(project.body).toMatchObject({ project: { images: 0 } })
  })

  test('a body that is too large is refused by the limit', async () => {
    const json = { name: 'x'.repeat(1_100_000), type: 'object-detection' }
    const answer = await station.management.post('/acme/projects', { json })

    expect(answer).toMatchObject({ status: 413, body: { error: expect.stringContaining('1 MB') } })
  })

  test('a form with a second file is refused, and nothing of it is kept', async () => {
    const slug = await newProject(station)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await someImage())]), 'first.png')
    form.append('other', new Blob([new Uint8Array(await someImage())]), 'second.png')

    const answer = await station.management.post(`/dataset/${slug}/upload`, { form })
    const project = await station.management.get(`/acme/${slug}`)

    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('"second.png"') } })
    expect(project.body).toMatchObject({ project: { images: 0 } })
  })

  test('a long annotation without a key in its address or headers is refused before it is read', async () => {
    const body = `{"annotationFile": "${'x'.repeat(1_100_000)}", "api_key": "${station.key}"}`
    const answer = await station.management.post('/dataset/any/annotate/image', { body, key: null, headers: JSON_TYPE })

    expect(answer).toMatchObject({ status: 401 })
  })

  test('an annotation of endless levels is refused by them', async () => {
    const body = '['.repeat(5_000_000)
    const answer = await station.management.post('/dataset/any/annotate/image', { body, headers: JSON_TYPE })

    expect(answer).toMatchObject({ status: 400, body: { error: 'The body has more than 100 levels' } })
  })
})

const JSON_TYPE = { 'content-type': 'application/json' }
