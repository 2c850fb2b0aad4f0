import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Refusal } from '#common/errors'
import { ImageId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { Result } from '#common/result'
import { newProject, newVersion, uploadLabelled } from '../../kit/dataset.ts'
import { changeRows } from '../../kit/library-rows.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

const damaged = (what: string) => ({ error: expect.stringMatching(`^${what} is damaged in the database`) })

function valueOf<Value>(outcome: Result<Value, Refusal>): Value {
  if (!outcome.ok) throw new Error(sentenceOf(outcome.error))
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

async function addModel(station: TestStation, project: string, modelName = 'Gulls') {
  const query = new URLSearchParams({ modelName, modelType: 'yolov8n', projectIds: project })
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
}

test.for(Object.entries(READS))('damage is reported with its entry: %s', async ([, { what, statement, read }]) => {
  const home = await furnished()
  await read(home)
  changeRows(home.station.database, statement)
  await expect(read(home)).rejects.toThrow(`${what(home)} is damaged in the database`)
})

const OLDEST = new Date(0).toISOString()

interface Listed {
  readonly statement: string
  /** Names of the entries of the list. */
  readonly list: (home: Furnished) => Promise<readonly unknown[]>
}

/** Each list with a statement that damages its first entry; the entry stays where it can be named, and the others anyhow. */
const LISTS: Readonly<Record<string, Listed>> = {
  batches: {
    statement: `UPDATE batch SET created_at = 9e999 WHERE name = 'Ferry'`,
    list: async ({ station, project }) =>
      (await station.services.annotationJobs.batches(project)).map(({ name }) => name),
  },
  'batches with their progress': {
    statement: `UPDATE batch SET created_at = -9e999 WHERE name = 'Ferry'`,
    list: async ({ station, project }) =>
      (await station.services.annotationJobs.progress(project)).map(({ name }) => name),
  },
  'annotation jobs': {
    statement: 'UPDATE annotation_job SET created_at = 9e999',
    list: async ({ station, project }) => (await station.services.annotationJobs.jobs(project)).map(({ name }) => name),
  },
  comments: {
    statement: 'UPDATE comment SET made_at = 9e999, edited_at = 9e999, resolved_at = 9e999',
    list: async ({ station, project, image }) =>
      valueOf(await station.comments.list(project, image)).map(({ text }) => text),
  },
  workflows: {
    statement: 'UPDATE workflow SET created_at = 9e999, updated_at = -1e300',
    list: async ({ station }) => (await station.services.workflows.list(station.workspace)).map(({ name }) => name),
  },
  'versions of a workflow': {
    statement: 'UPDATE workflow_version SET created_at = 9e999',
    list: async ({ station }) => valueOf(await station.services.workflows.versions(station.workspace, 'sort-fish')),
  },
  models: {
    statement: 'UPDATE model SET created_at = 9e999',
    list: async ({ station, project }) => (await station.services.models.list(project)).map(({ name }) => name),
  },
  'workflows in the trash': {
    statement: `UPDATE workflow SET trashed_at = 9e999 WHERE trashed_at IS NOT NULL`,
    list: trashOf('workflow'),
  },
  'models in the trash': {
    statement: 'UPDATE model SET trashed_at = 9e999 WHERE trashed_at IS NOT NULL',
    list: trashOf('model'),
  },
  'versions in the trash': {
    statement: 'UPDATE version SET trashed_at = 9e999 WHERE trashed_at IS NOT NULL',
    list: trashOf('version'),
  },
  'projects in the trash': {
    statement: `UPDATE project SET trashed_at = 9e999, type = 'object-defection' WHERE trashed_at IS NOT NULL`,
    list: trashOf('project'),
  },
  'projects by their columns': {
    statement: `UPDATE project SET created_at = 9e999 WHERE name = 'Other'`,
    list: async ({ station, project }) =>
      (await station.services.projects.list(station.workspace))
        .map(({ name }) => name)
        .filter((name) => name === project.name),
  },
  catalog: {
    statement: `UPDATE project SET type = 'object-defection' WHERE name = 'Other'`,
    list: async ({ station, project }) => {
      const { body } = await station.management.get(`/catalog/search?q=${project.slug}`)
      return JSON.stringify(body).includes(`"${project.name}"`) ? [project.name] : []
    },
  },
  keys: {
    statement: "UPDATE api_key SET created_at = 9e999 WHERE name = 'Test key'",
    list: async ({ station }) => (await station.services.keys.list(station.workspace)).map(({ name }) => name),
  },
}

function trashOf(kind: string) {
  return async ({ station }: Furnished) => {
    const { items } = Trash.parse((await station.management.get('/acme/trash')).body)
    return items.filter(({ type }) => type === kind).map(({ name }) => name)
  }
}

const Trash = z.object({ items: z.array(z.looseObject({ type: z.string(), name: z.string() })) })

/** The same with a second project and version, and with one thing of each kind in the trash. */
async function crowded() {
  const home = await furnished()
  const { station, project } = home
  await station.management.post('/acme/createWorkflow', { json: { name: 'Old sort', config: '{}' } })
  await addModel(station, project.slug, 'Terns')
  await newVersion(station, project.slug)
  for (const name of ['Other', 'Gone'])
    valueOf(await station.services.projects.create(station.workspace, { name, type: 'object-detection' }))
  for (const path of ['workflows/old-sort', 'gone', `${project.slug}/2`])
    expect((await station.management.request('DELETE', `/acme/${path}`)).status).toBe(200)
  expect((await station.management.request('DELETE', '/acme/models/terns')).status).toBe(200)
  changeRows(station.database, `UPDATE project SET is_public = 1 WHERE name IN ('Other', '${project.name}')`)
  return home
}

/** An entry as JSON without its date. */
function undated(entry: unknown): string {
  return JSON.stringify(entry, (key, value: unknown) => (key === 'createdAt' ? undefined : value))
}

test.for(Object.entries(LISTS))('a damaged value does not close a list: %s', async ([, { statement, list }]) => {
  const home = await crowded()
  const sound = await list(home)
  expect(sound).not.toEqual([])
  changeRows(home.station.database, statement)
  const read = await list(home)
  expect(new Set(read.map(undated))).toEqual(new Set(sound.map(undated)))
})

test('a job with a damaged date can be cancelled, which frees its images', async () => {
  const { station, project } = await furnished()
  changeRows(station.database, 'UPDATE annotation_job SET created_at = 9e999')
  const [job] = await station.services.annotationJobs.jobs(project)
  expect(job?.createdAt.toISOString()).toBe(OLDEST)
  const { images } = valueOf(await station.services.annotationJobs.remove(project, job?.id ?? ''))
  expect(images.unreviewed).toHaveLength(1)
  expect(await station.services.annotationJobs.jobs(project)).toEqual([])
})

test('images in the trash with a damaged date are left out of it', async () => {
  const { station, image } = await crowded()
  changeRows(station.database, `UPDATE image SET trashed_at = 9e999 WHERE id = '${image}'`)
  expect((await station.management.get('/acme/trash')).status).toBe(200)
})

test('an image with a review of a damaged date is opened', async () => {
  const { station, project, image } = await furnished()
  changeRows(
    station.database,
    `INSERT INTO image_review (image_seq, reason, by_name, made_at) SELECT seq, 'Blurred', 'Bo', 9e999 FROM image`,
  )
  changeRows(station.database, `UPDATE image SET review = 'rejected', state = 'done'`)
  expect((await station.management.get(`/acme/${project.slug}/images/${image}`)).status).toBe(200)
})
