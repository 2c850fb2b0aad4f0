import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { ImageId } from '#common/ids'
import type { Result } from '#common/result'
import { newProject, newVersion, uploadLabelled } from '../../kit/dataset.ts'
import { changeRows } from '../../kit/library-rows.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

const damaged = (what: string) => ({ error: expect.stringMatching(`^${what} is damaged in the database`) })

function valueOf<Value>(outcome: Result<Value, Refusal>): Value {
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}

async function labelled() {
  const station = await testStation()
  onTestFinished(() => station.close())
  const project = await newProject(station)
  return { station, project, image: await uploadLabelled(station, project, { batch: 'Ferry' }) }
}

test.for(['100000000', '1e12', '1e308'])(
  'a label that reaches to %s is damaged: the drawing leaves it out, and the image is named',
  async (far) => {
    const { station, project, image } = await labelled()
    changeRows(station.database, `UPDATE shape SET geometry = '{"x0":1,"y0":1,"x1":${far},"y1":5}'`)
    changeRows(station.database, "UPDATE project SET annotation_group = 'things'")
    const drawn = await station.management.get(`/acme/${image}/annotation-things.png`)
    expect(drawn).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
    const read = await station.management.get(`/acme/${project}/images/${image}`)
    expect([read.status, read.body]).toEqual([500, damaged('The image .*')])
  },
)

/** A project with a commented image in a batch and a job, a version, a workflow and a model. */
async function furnished() {
  const { station, project: slug, image } = await labelled()
  const project = valueOf(await station.services.projects.find(station.workspace, slug))
  const words = { name: 'Deck', labeler: 'Ada', reviewer: '', instructions: '' }
  valueOf(await station.services.annotationJobs.create(project, { ...words, batch: 'Ferry', images: 1 }))
  const said = { text: 'Look', by: 'Bo', place: null }
  valueOf(await station.comments.add(project, ImageId.parse(image), said))
  await station.management.post('/acme/createWorkflow', { json: { name: 'Sort fish', config: '{}' } })
  await addModel(station, slug)
  await newVersion(station, slug)
  const nameOf = (await station.services.images.page(project, FIRST)).rows[0]?.name ?? ''
  return { station, project, image: ImageId.parse(image), name: nameOf }
}

const FIRST = { filter: {}, sort: 'added', offset: 0, limit: 1 } as const

async function addModel(station: TestStation, project: string) {
  const query = new URLSearchParams({ modelName: 'Gulls', modelType: 'yolov8n', projectIds: project })
  const { url } = z
    .object({ url: z.string() })
    .parse((await station.management.post(`/acme/models/prepareUpload?${query.toString()}`)).body)
  await station.management.request('PUT', url, { key: null, body: randomBytes(200) })
}

type Furnished = Awaited<ReturnType<typeof furnished>>

interface DamagedEntry {
  readonly what: (home: Furnished) => string
  readonly statement: string
  readonly read: (home: Furnished) => Promise<unknown>
}

const READS: Readonly<Record<string, DamagedEntry>> = {
  comment: {
    what: ({ name }) => `A comment on ${name}`,
    statement: 'UPDATE comment SET made_at = 9e999',
    read: ({ station, project, image }) => station.comments.list(project, image),
  },
  batch: {
    what: () => 'The batch Ferry',
    statement: 'UPDATE batch SET created_at = 9e999',
    read: ({ station, project }) => station.services.annotationJobs.progress(project),
  },
  'label in a transfer': {
    what: ({ name }) => `The image ${name}`,
    statement: "UPDATE shape SET marks = '{='",
    read: async ({ station, project, image }) => {
      const into = valueOf(
        await station.services.projects.create(station.workspace, {
          name: `Other ${randomBytes(4).toString('hex')}`,
          type: 'object-detection',
        }),
      )
      return station.transfers.forecast({ from: project, into }, { images: [image] })
    },
  },
  'annotation job': {
    what: () => 'The annotation job Deck',
    statement: 'UPDATE annotation_job SET created_at = 9e999',
    read: ({ station, project }) => station.services.annotationJobs.jobs(project),
  },
}

test.for(Object.entries(READS))('damage is reported with its entry: %s', async ([, { what, statement, read }]) => {
  const home = await furnished()
  await read(home)
  changeRows(home.station.database, statement)
  await expect(read(home)).rejects.toThrow(`${what(home)} is damaged in the database`)
})

const PAGES = [
  { path: '/acme/workflows', statement: 'UPDATE workflow SET updated_at = -1e300', what: 'The workflow Sort fish' },
  {
    path: '/acme/workflows/sort-fish/versions',
    statement: 'UPDATE workflow_version SET created_at = 9e999',
    what: 'The workflow Sort fish',
  },
  { path: '/models/acme/gulls', statement: 'UPDATE model SET created_at = 9e999', what: 'The model Gulls' },
  { path: '/acme/trash', statement: 'UPDATE workflow SET trashed_at = 9e999', what: 'The workflow Sort fish' },
  { path: '/acme/trash', statement: 'UPDATE model SET trashed_at = 9e999', what: 'The model Gulls' },
  { path: '/acme/trash', statement: 'UPDATE version SET trashed_at = 9e999', what: 'Version 1 of .*' },
  { path: '/acme/trash', statement: 'UPDATE image SET trashed_at = 9e999', what: 'An image of .* in the trash' },
  {
    path: '/acme/trash',
    statement: 'UPDATE project SET trashed_at = 9e999, trashed_slug = slug',
    what: 'The project .*',
  },
]

test.for(PAGES)('$path names what is damaged after $statement', async ({ path, statement, what }) => {
  const { station } = await furnished()
  const sound = await station.management.get(path)
  changeRows(station.database, statement)
  const read = await station.management.get(path)
  expect([sound.status, read.status, read.body]).toEqual([200, 500, damaged(what)])
})
