import { createReadStream } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type ImageId, ImageId as ImageIds } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { embeddedManagement } from '#core/management/embedded/management'
import { ModelLabelling } from '#core/models/labels/service'
import { imageForm, newProject } from '../../../../kit/dataset.ts'
import { inWords } from '../../../../kit/in-words.ts'
import { addToLibrary } from '../../../../kit/model-folder.ts'
import { type TestStation, testStation } from '../../../../kit/station.ts'
import { yoloDetector } from '../../../../kit/toy-models/detector.ts'
import { describedDetector } from '../../../../kit/toy-models/installed.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
  const bytes = yoloDetector({ side: 64, batch: 'batch' })
  await addToLibrary(station.folder, describedDetector('toys/1', 64), { model: ['model.onnx', bytes] })
})

afterAll(() => station.close())

test('what a model finds waits on the images as proposals, and nothing becomes a label', async () => {
  const project = await newProject(station)
  const images = [await addSquare(project, 8), await addSquare(project, 32)]

  const task = await labelWith(project, { model: 'toys/1', images })

  expect(task).toMatchObject({ status: 'completed', result: { proposed: 2, succeeded: 2, failed: 0 } })
  expect(await told(project, images)).toEqual([
    { labels: 0, proposed: [found(8)] },
    { labels: 0, proposed: [found(32)] },
  ])
})

test('an object that has a label of its class already is not proposed', async () => {
  const project = await newProject(station)
  const image = await addSquare(project, 8)
  await annotate(project, image, 'red')
  const other = await addSquare(project, 12)
  await annotate(project, other, 'blue')

  await labelWith(project, { model: 'toys/1', images: [image, other] })

  expect((await told(project, [image, other])).map(({ proposed }) => proposed.length)).toEqual([0, 1])
})

test('doing it again replaces what the model proposed before', async () => {
  const project = await newProject(station)
  const images = [await addSquare(project, 16)]

  await labelWith(project, { model: 'toys/1', images })
  await labelWith(project, { model: 'toys/1', images })

  expect((await told(project, images)).map(({ proposed }) => proposed.length)).toEqual([1])
})

test('an image that is gone does not stop the others', async () => {
  const project = await newProject(station)
  const images = [ImageIds.parse('gone0000gone0000gone'), await addSquare(project, 24)]

  const task = await labelWith(project, { model: 'toys/1', images })

  expect(task).toMatchObject({ status: 'completed', result: { proposed: 1, failed: 1 } })
})

test('a model that is not there, and one that finds no places, are refused before anything starts', async () => {
  const project = await newProject(station)
  await addToLibrary(station.folder, { id: 'toys/words', task: 'embedding', family: 'clip' }, {})
  const images = [await addSquare(project, 40)]

  const refused = await Promise.all(['toys/none', 'toys/words'].map((model) => start(project, { model, images })))

  expect(refused.map(inWords)).toMatchObject([
    { ok: false, error: { reason: 'model-not-installed' } },
    { ok: false, error: { reason: 'model-cannot' } },
  ])
})

/** The square that begins at this column, as the model proposes it. */
function found(left: number) {
  return { source: 'toys/1', kind: 'box', className: 'red', box: { x0: left, y0: 16, x1: left + 16, y1: 32 } }
}

async function start(slug: string, wish: { model: string; images: ImageId[] }) {
  const { workspace } = station
  const project = await station.services.projects.find(workspace, slug)
  if (!project.ok) throw new Error(sentenceOf(project.error))
  return station.modelLabels.start(workspace, project.value, ModelLabelling.parse(wish))
}

async function labelWith(project: string, wish: { model: string; images: ImageId[] }) {
  const started = await start(project, wish)
  if (!started.ok) throw new Error(sentenceOf(started.error))
  return station.taskEnd(started.value)
}

const Created = z.object({ id: z.string() })

/** An image of 64 × 64 pixels with a red square of 16 that begins at this column, in row 16. */
async function addSquare(project: string, left: number): Promise<ImageId> {
  const red = sharp({ create: { width: 16, height: 16, channels: 3, background: '#f00' } })
  const ground = { r: left, g: left, b: left }
  const square = { input: await red.png().toBuffer(), left, top: 16 }
  const image = sharp({ create: { width: 64, height: 64, channels: 3, background: ground } }).composite([square])
  const form = imageForm(await image.png().toBuffer(), { name: `${left}.png` })
  const uploaded = await station.management.post(`/dataset/${project}/upload`, { form })
  return ImageIds.parse(Created.parse(uploaded.body).id)
}

/** A label over the left half of the middle row, where the squares of the test lie. */
async function annotate(project: string, image: ImageId, name: string): Promise<void> {
  const annotationFile = '0 0.25 0.375 0.25 0.25'
  await station.management.post(`/dataset/${project}/annotate/${image}?name=a.txt`, {
    json: { annotationFile, labelmap: { 0: name } },
  })
}

/** Annotations and predictions of images. */
async function told(project: string, images: readonly ImageId[]) {
  const management = embeddedManagement({ ...station.services, openFile: createReadStream }, station.workspace)
  return Promise.all(
    images.map(async (image) => {
      const found = await management.image(project, image)
      if (!found.ok) throw new Error(sentenceOf(found.error))
      const { labels, predictions } = found.value
      return { labels: labels.length, proposed: predictions.map(({ source, object }) => ({ source, ...object })) }
    }),
  )
}
