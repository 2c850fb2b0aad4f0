import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImageId, ProjectSlug } from '#common/ids'
import { addToLibrary } from '../../kit/model-folder.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { addCupsAndBoats } from '../../kit/studio-page.ts'
import { yoloDetector } from '../../kit/toy-models/detector.ts'
import { describedDetector } from '../../kit/toy-models/installed.ts'

let folder: string
let here: StationProcess
let there: StationProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-elsewhere-'))
  there = await startStation(join(folder, 'there'), ['--only', 'studio,management'])
  here = await startStation(join(folder, 'here'), ['--only', 'studio'])
  await addCupsAndBoats(there)
  const model = { model: ['model.onnx', yoloDetector({ side: 64, batch: 'batch' })] } as const
  await addToLibrary(join(folder, 'here'), describedDetector('toys/1', 64), model)
  const { management = '', apiKey } = there.urls
  const wish = { name: 'Workshop', management, inference: null, source: null, deployments: null }
  const { id } = await here.studio.connections.add({ ...wish, key: apiKey })
  await here.studio.connections.use({ id })
})

afterAll(async () => {
  await Promise.all([here.stop(), there.stop()])
  await removeFolder(folder)
})

test('while the projects lie on another machine, the models are still those of this one', async () => {
  expect((await here.studio.session.read()).place.host).not.toBeNull()

  const models = await here.studio.models.list()

  expect(models.map(({ manifest }) => manifest.id)).toEqual(['toys/1', 'tesseract/eng'])
  expect(await here.studio.models.tasks()).toEqual([])
})

test('an image of a project on the other machine is tried with a model of this one', async () => {
  const project = ProjectSlug.parse('cups')
  const [image] = await here.studio.images.ids({ project, filter: {}, sort: 'name' })
  const trial = { kind: 'project' as const, project, image: ImageId.parse(image) }

  const asked = { act: 'predict' as const, model: 'toys/1', confidence: 0.4, overlap: 0.3 }
  const { finding } = await here.studio.playground.ask({ ...asked, image: trial })

  expect(finding).toMatchObject({ kind: 'objects' })
})

test('images of another machine are labelled by its own models', async () => {
  const project = ProjectSlug.parse('cups')
  const models = await here.studio.modelLabels.models()
  const images = await here.studio.images.ids({ project, filter: {}, sort: 'name' })
  const wish = { project, model: 'toys/1', images, confidence: 0.4, overlap: 0.6 }

  expect(models.map(({ manifest }) => manifest.id)).toEqual(['tesseract/eng'])
  await expect(here.studio.modelLabels.start(wish)).rejects.toMatchObject({ data: { reason: 'model-not-installed' } })
})

test('while the projects lie on another machine, the events are still those of this one, and stay here', async () => {
  const project = ProjectSlug.parse('cups')
  const { abilities } = await here.studio.session.read()

  expect(await here.studio.events.status()).toMatchObject({ events: 0, blockedBecause: null })
  expect(abilities).not.toContain('events-to-project')
  const sending = here.studio.events.sendToProject({ events: ['any'], project })
  await expect(sending).rejects.toThrow('Events can be added only to projects of this machine')
})
