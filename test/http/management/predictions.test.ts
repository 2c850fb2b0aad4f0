import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { acceptEdit } from '#common/annotation/settle'
import { brand } from '#common/border'
import { type ClassId, ImageId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { imageForm, newProject, newVersion, upload, uploadLabelled } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

/** The images of these tests are 64 × 48 pixels. */
const FOUND = JSON.stringify({
  predictions: [
    { x: 30, y: 20, width: 20, height: 20, class: 'boat', confidence: 0.9 },
    { x: 10, y: 10, width: 8, height: 6, class: 'gull', confidence: 0.4 },
  ],
})
const BOAT = { label: 'boat', x: 30, y: 20, width: 20, height: 20, confidence: 0.9 }
const GULL = { label: 'gull', x: 10, y: 10, width: 8, height: 6, confidence: 0.4 }

interface Place {
  readonly project: string
  readonly id: string
}

async function newImage(): Promise<Place> {
  const project = await newProject(station)
  return { project, id: await upload(station, project, { name: 'bay.png' }) }
}

function predict({ project, id }: Place, file: string, query = 'name=a.json') {
  const path = `/dataset/${project}/annotate/${id}?${query}&prediction=true`
  return station.management.post(path, { json: { annotationFile: file, labelmap: { 0: 'boat' } } })
}

const Details = z.object({ image: z.looseObject({ predictions: z.array(z.unknown()) }) })

async function details({ project, id }: Place) {
  const answer = await station.management.get(`/acme/${project}/images/${id}`)
  return Details.parse(answer.body).image
}

test('what a model says waits on its image and is no label', async () => {
  const added = await newImage()

  const answer = await predict(added, FOUND, 'name=a.json&source=harbor-v2')

  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  const image = await details(added)
  expect(image).toMatchObject({
    labels: [],
    predictions: [BOAT, GULL].map((each) => ({ ...each, source: 'harbor-v2' })),
  })
  expect(image).not.toHaveProperty('annotation')
  const told = await station.management.get(`/acme/${added.project}`)
  expect(told.body).toMatchObject({ project: { unannotated: 1, classes: {} } })
  const health = await station.management.get(`/acme/${added.project}/health`)
  expect(health.body).toMatchObject({ annotations: 0, unannotated: 1, classes: {} })
})

test('an image with predictions alone is not in the dataset, and a version does not hold them', async () => {
  const added = await newImage()
  const labelled = { project: added.project, id: await uploadLabelled(station, added.project) }
  await predict(added, FOUND)
  await predict(labelled, FOUND)

  const version = await newVersion(station, added.project)

  const made = await station.management.get(`/acme/${added.project}/${version}`)
  expect(made.body).toMatchObject({ version: { images: 1 } })
  const found = await station.management.post(`/acme/${added.project}/search`, {
    json: { prompt: 'labelled:true', fields: ['id', 'labels'] },
  })
  expect(found.body).toMatchObject({ total: 1, results: [{ id: labelled.id, labels: ['crate'] }] })
})

test('labels are no reason to refuse predictions, and stay as they are', async () => {
  const project = await newProject(station)
  const added = { project, id: await uploadLabelled(station, project) }
  const before = await details(added)

  const answer = await predict(added, FOUND)

  expect(answer.status).toBe(200)
  expect(await details(added)).toEqual({
    ...before,
    predictions: [BOAT, GULL].map((each) => ({ ...each, source: '' })),
  })
})

test('a file sent twice says the same once; another model adds its own, and overwrite puts all others away', async () => {
  const added = await newImage()
  const sources = async () => (await details(added)).predictions.map((each) => Reflect.get(Object(each), 'source'))

  await predict(added, FOUND, 'name=a.json&source=first')
  await predict(added, FOUND, 'name=a.json&source=first')
  const once = await sources()
  await predict(added, '0 0.5 0.5 0.2 0.2', 'name=a.txt&source=second')
  const both = await sources()
  await predict(added, FOUND, 'name=a.json&source=third&overwrite=true')

  expect(once).toEqual(['first', 'first'])
  expect(both).toEqual(['first', 'first', 'second'])
  expect(await sources()).toEqual(['third', 'third'])
})

test('a file without objects takes the former predictions of its model away', async () => {
  const added = await newImage()
  await predict(added, FOUND, 'name=a.json&source=first')
  await predict(added, FOUND, 'name=a.json&source=second')

  const answer = await predict(added, '{"predictions": []}', 'name=a.json&source=first')

  expect(answer.status).toBe(200)
  expect((await details(added)).predictions).toMatchObject([{ source: 'second' }, { source: 'second' }])
})

function isScore(value: unknown): boolean {
  return value === null || (typeof value === 'number' && value >= 0 && value <= 1)
}

const GOLDEN = join(import.meta.dirname, '../../golden/annotations')
const FILES = readdirSync(GOLDEN, { withFileTypes: true })
  .filter((folder) => folder.isDirectory() && readdirSync(join(GOLDEN, folder.name)).includes('objects.json'))
  .map(({ name }) => name)

test.each(FILES)('a %s file says the same as a prediction and as the truth', async (format) => {
  const project = await newProject(station)
  const files = readdirSync(join(GOLDEN, format))
  const name = files.find((file) => !['objects.json', 'labelmap.json'].includes(file)) ?? ''
  const labelmap = files.includes('labelmap.json')
    ? JSON.parse(readFileSync(join(GOLDEN, format, 'labelmap.json'), 'utf8'))
    : {}
  const json = { annotationFile: readFileSync(join(GOLDEN, format, name), 'utf8'), labelmap }
  const form = imageForm(await someImage(200, 100), { name: 'I.jpg' })
  const uploaded = await station.management.post(`/dataset/${project}/upload`, { form })
  const { id } = z.object({ id: z.string() }).parse(uploaded.body)
  const path = `/dataset/${project}/annotate/${id}?name=${encodeURIComponent(name)}`

  const answers = [
    await station.management.post(`${path}&prediction=true`, { json }),
    await station.management.post(path, { json }),
  ]

  expect(answers).toMatchObject([{ status: 200 }, { status: 200 }])
  const { predictions, annotation } = await details({ project, id })
  const { boxes } = z.object({ boxes: z.array(z.looseObject({})) }).parse(annotation)
  // A model says no more than what is where.
  const places = boxes.map((box) => ({ ...box, attributes: undefined }))
  expect(predictions).toEqual(places.map((box) => ({ ...box, confidence: expect.toSatisfy(isScore), source: '' })))
})

test.each([
  [
    'a score above one',
    JSON.stringify({ predictions: [{ ...BOAT, class: 'boat', confidence: 90 }] }),
    '',
    'scores go from 0 to 1',
  ],
  ['a class name that is none', '[{"annotations":[]}', '', 'JSON'],
  [
    'objects beside the image',
    JSON.stringify({ predictions: [{ x: 900, y: 900, width: 5, height: 5, class: 'a' }] }),
    '',
    '64 × 48',
  ],
  ['a source of a thousand letters', FOUND, `&source=${'m'.repeat(1000)}`, 'source has 1000 characters'],
])('%s is refused, and what was there stays', async (_, file, more, sentence) => {
  const added = await newImage()
  await predict(added, FOUND)
  const before = await details(added)

  const answer = await predict(added, file, `name=a.json${more}`)

  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(sentence) } })
  expect(await details(added)).toEqual(before)
})

test('an image that is not there is answered 404', async () => {
  const { project } = await newImage()

  const answer = await predict({ project, id: 'nosuchimage0000000' }, FOUND)

  expect(answer).toMatchObject({ status: 404, body: { error: expect.stringContaining('nosuchimage') } })
})

test('searches find the images on which something waits', async () => {
  const added = await newImage()
  const other = await upload(station, added.project)
  await predict(added, FOUND)
  const ids = async (prompt: string) => {
    const found = await station.management.post(`/acme/${added.project}/search`, { json: { prompt, fields: ['id'] } })
    return z
      .object({ results: z.array(z.object({ id: z.string() })) })
      .parse(found.body)
      .results.map(({ id }) => id)
  }

  expect(await ids('predictions:true')).toEqual([added.id])
  expect(await ids('predictions:false')).toEqual([other])
})

const objects = fc.array(
  fc.record({
    category_id: fc.integer({ min: 0, max: 3 }),
    score: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    bbox: fc.tuple(...[60, 44, 20, 20].map((max) => fc.integer({ min: 1, max }))),
    segmentation: fc.option(fc.constant([[4, 4, 40, 4, 30, 30]]), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 12 },
)
const CATEGORIES = [0, 1, 2, 3].map((id) => ({ id, name: `class ${id}` }))

test('predictions that are all accepted are the labels that the file would have been', async () => {
  await fc.assert(
    fc.asyncProperty(objects, async (found) => {
      const [asTruth, asPrediction] = [await newImage(), await newImage()]
      const annotations = found.map((object) => ({ ...object, image_id: 1 }))
      const file = JSON.stringify({ images: [{ id: 1, file_name: 'bay.png' }], categories: CATEGORIES, annotations })
      await station.management.post(`/dataset/${asTruth.project}/annotate/${asTruth.id}?name=a.json`, {
        json: { annotationFile: file },
      })
      await predict(asPrediction, file)

      await acceptAll(asPrediction)

      const [truth, accepted] = [await details(asTruth), await details(asPrediction)]
      expect(accepted).toMatchObject({ labels: truth['labels'], predictions: [] })
      expect(Reflect.get(Object(accepted['annotation']), 'boxes')).toEqual(
        Reflect.get(Object(truth['annotation']), 'boxes'),
      )
    }),
    { numRuns: 15 },
  )
})

/** As the annotate page does it: one gesture with the classes that it needs. */
async function acceptAll({ project: slug, id }: Place): Promise<void> {
  const { projects, annotations } = station.services
  const project = await projects.find(station.workspace, slug)
  if (!project.ok) throw new Error(sentenceOf(project.error))
  const image = ImageId.parse(id)
  const opened = await annotations.open(project.value, image)
  if (!opened.ok) throw new Error(sentenceOf(opened.error))
  let made = 0
  const fresh = () => {
    made += 1
    return brand<ClassId>(`${project.value.id.slice(0, 12)}class${made}`)
  }
  const edit = acceptEdit(opened.value.proposals, { shapes: opened.value.shapes, classes: [], fresh })
  const written = await annotations.commit(project.value, { image, revision: opened.value.revision }, edit)
  if (!written.ok) throw new Error(sentenceOf(written.error))
}
