import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refuse } from '#common/errors'
import { BatchId, ImageId, ProjectSlug } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { ManagedBatch, ManagedJob } from '#core/management/jobs'
import type { Management } from '#core/management/ports'
import { newProject, upload, uploadLabelled } from '../kit/dataset.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { remoteProcedures, type StudioOfRemote, studioOfRemote } from '../kit/remote.ts'
import { type TestStation, testStation } from '../kit/station.ts'

const WORDS = { name: 'Night shift', labeler: 'Ada', reviewer: '', instructions: 'Only whole crates' }

describe.each(MANAGEMENTS)('batches and jobs elsewhere, over the $name management', ({ open }) => {
  let station: TestStation
  let management: Management
  let studio: StudioOfRemote

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
    studio = remoteProcedures(studioOfRemote(management))
  })

  afterAll(async () => station.close())

  const makeProject = async () => ProjectSlug.parse(await newProject(station))

  async function batchOf(project: ProjectSlug, name: string) {
    const batch = (await studio.jobs.board({ project })).batches.find((each) => each.name === name)
    if (batch === undefined) throw new Error(`There is no batch ${name}`)
    return batch
  }

  /** Marks an image as holding nothing to label. */
  async function markEmpty(project: ProjectSlug, image: ImageId) {
    const { revision } = await studio.annotations.open({ project, image })
    await studio.annotations.setState({ project, image, revision, done: true, isNull: true })
  }

  test('the board tells how far each batch is, with its images', async () => {
    const project = await makeProject()
    const crate = await uploadLabelled(station, project, { batch: 'Quay' })
    const gull = await upload(station, project, { batch: 'Quay' })
    const empty = ImageId.parse(await upload(station, project, { batch: 'Quay' }))
    await upload(station, project, { batch: 'Crane' })
    await markEmpty(project, empty)

    const { batches, jobs } = await studio.jobs.board({ project })

    expect(batches.map(({ name }) => name)).toEqual(expect.arrayContaining(['Quay', 'Crane']))
    expect(await batchOf(project, 'Quay')).toMatchObject({
      images: 3,
      labelled: 2,
      done: null,
      free: 3,
      covers: [crate, gull, empty],
    })
    expect(await batchOf(project, 'Crane')).toMatchObject({ images: 1, labelled: 0, free: 1 })
    expect(jobs).toEqual([])
  })

  test('a job is made there with the first images of its batch', async () => {
    const project = await makeProject()
    for (let made = 0; made < 3; made += 1) await upload(station, project, { batch: 'Quay' })
    const { id: batch } = await batchOf(project, 'Quay')

    const job = await studio.jobs.create({ project, batch, images: 2, ...WORDS })

    const counts = { unannotated: 2, annotated: 0, approved: 0, rejected: 0 }
    expect(job).toMatchObject({ ...WORDS, batch, state: 'assigned', counts })
    expect(await studio.jobs.list({ project })).toEqual([job])
    expect((await studio.jobs.board({ project })).jobs).toEqual([job])
    expect(await batchOf(project, 'Quay')).toMatchObject({ free: 1 })
    const tooMany = studio.jobs.create({ project, batch, images: 2, ...WORDS })
    await expect(tooMany).rejects.toMatchObject({
      code: 'REFUSED',
      message: expect.stringContaining('1 are in no job'),
    })
  })

  test('a job of a batch that is not there is refused before anything is made', async () => {
    const project = await makeProject()

    const made = studio.jobs.create({ project, batch: BatchId.parse('nowhere00'), images: 1, ...WORDS })

    await expect(made).rejects.toMatchObject({ data: { reason: 'batch-not-found' } })
    expect(await studio.jobs.list({ project })).toEqual([])
  })

  test('the images of a job come in windows, each with what became of it', async () => {
    const project = await makeProject()
    const crate = await uploadLabelled(station, project, { batch: 'Quay', name: 'crate.png' })
    const gull = await upload(station, project, { batch: 'Quay', name: 'gull.png' })
    const empty = ImageId.parse(await upload(station, project, { batch: 'Quay', name: 'empty.png' }))
    await markEmpty(project, empty)
    const { id: batch } = await batchOf(project, 'Quay')
    const { id: job } = await studio.jobs.create({ project, batch, images: 3, ...WORDS })
    await upload(station, project, { batch: 'Quay', name: 'other.png' })

    expect(await studio.jobs.imagePage({ project, job, offset: 0, limit: 100 })).toEqual([
      { id: crate, name: 'crate.png', standing: 'annotated' },
      { id: gull, name: 'gull.png', standing: 'unannotated' },
      { id: empty, name: 'empty.png', standing: 'annotated' },
    ])
    expect(await studio.jobs.imagePage({ project, job, offset: 1, limit: 1 })).toMatchObject([{ id: gull }])
    expect(await studio.images.ids({ project, filter: { search: `job:${job}` }, sort: 'added' })).toHaveLength(3)
  })

  test('a verdict that is given there is counted, and told of an image where it can be no other', async () => {
    const project = await makeProject()
    const crate = ImageId.parse(await uploadLabelled(station, project, { batch: 'Quay' }))
    const gull = ImageId.parse(await uploadLabelled(station, project, { batch: 'Quay' }))
    const { id: batch } = await batchOf(project, 'Quay')
    const { id: job } = await studio.jobs.create({ project, batch, images: 2, ...WORDS, reviewer: 'Bo' })
    const { workspace, services } = station
    const found = await services.projects.find(workspace, project)
    if (!found.ok) throw new Error(sentenceOf(found.error))
    const review = (images: readonly ImageId[]) =>
      services.annotationJobs.review(found.value, { id: job, images }, 'approved')
    const standings = async () => {
      const images = await studio.jobs.imagePage({ project, job, offset: 0, limit: 10 })
      return images.map(({ standing }) => standing)
    }

    await review([crate])
    const some = await standings()
    await review([gull])

    expect(some).toEqual(['labelled', 'labelled'])
    expect(await standings()).toEqual(['approved', 'approved'])
    expect(await studio.jobs.list({ project })).toMatchObject([{ state: 'complete', counts: { approved: 2 } }])
  })

  test('identifiers that no screen can carry lead to the same images', async () => {
    const project = await makeProject()
    await upload(station, project, { batch: 'Quay' })
    await upload(station, project)
    const strange = remoteProcedures(studioOfRemote(strangelyNamed(management)))
    const { batches } = await strange.jobs.board({ project })
    const batch = batches.find(({ name }) => name === 'Quay')
    if (batch === undefined) throw new Error('The batch is gone')

    const job = await strange.jobs.create({ project, batch: batch.id, images: 1, ...WORDS })
    const shown = (await strange.jobs.board({ project })).batches.find(({ id }) => id === batch.id)

    expect(shown).toMatchObject({ images: 1, labelled: 0, free: 0, covers: [expect.any(String)] })
    expect(await strange.jobs.imagePage({ project, job: job.id, offset: 0, limit: 9 })).toHaveLength(1)
    const ids = (filter: object) => strange.images.ids({ project, filter, sort: 'added' })
    expect(await ids({ batches: [batch.id] })).toHaveLength(1)
    expect(await ids({ search: `NOT job:${job.id}` })).toHaveLength(1)
  })

  test('words that are too long for a screen and jobs of no listed batch are shown all the same', async () => {
    const project = await makeProject()
    await upload(station, project, { batch: 'Quay' })
    const { id: batch } = await batchOf(project, 'Quay')
    await studio.jobs.create({ project, batch, images: 1, ...WORDS })
    const odd = remoteProcedures(
      studioOfRemote(
        withJobs(management, (job) => ({
          ...job,
          name: ' ',
          labeler: 'A'.repeat(999),
          instructions: 'x'.repeat(20_000),
          batch: 'gone/away',
          status: 'lost',
        })),
      ),
    )

    const { batches, jobs } = await odd.jobs.board({ project })

    expect(jobs).toMatchObject([{ name: jobs[0]?.id, state: 'assigned' }])
    const other = batches.find(({ id }) => id === jobs[0]?.batch)
    expect(other).toMatchObject({ name: null, images: 1, labelled: null, free: 0, covers: [] })
  })

  test('the board of many batches asks for no more than it shows', async () => {
    const project = await makeProject()
    const image = await upload(station, project)
    const many = Array.from({ length: 300 }, (_, place): ManagedBatch => {
      const id = `batch${String(place).padStart(15, '0')}`
      return { id, name: `Hour ${place}`, images: 1, jobs: 0, createdAt: new Date(place * 3_600_000) }
    })
    let searches = 0
    const busy: Management = {
      ...management,
      jobs: { ...management.jobs, batches: async () => ({ ok: true, value: many }) },
      search: {
        ...management.search,
        project: async (...of) => {
          searches += 1
          return management.search.project(of[0], { ...of[1], batch: undefined })
        },
      },
    }
    const crowded = remoteProcedures(studioOfRemote(busy))

    const { batches } = await crowded.jobs.board({ project })
    const first = searches
    await crowded.jobs.board({ project })

    expect(batches).toHaveLength(300)
    expect(batches[0]).toMatchObject({ name: 'Hour 299', labelled: 0, covers: [image] })
    expect(batches.at(-1)).toMatchObject({ name: 'Hour 0', labelled: null, covers: [] })
    expect(batches[30]).toMatchObject({ name: 'Hour 269', labelled: 0, covers: [] })
    expect([first, searches - first]).toEqual([84, 60])
  })

  test('a machine that goes away in the middle refuses the board, one without such a search does not', async () => {
    const project = await makeProject()
    await upload(station, project, { batch: 'Quay' })
    const refusing = (answer: ReturnType<typeof refuse>) => {
      const search = { ...management.search, project: async () => answer }
      return remoteProcedures(studioOfRemote({ ...management, search })).jobs.board({ project })
    }

    await expect(refusing(refuse('host-broke-off'))).rejects.toMatchObject({ data: { reason: 'remote-unreachable' } })
    expect((await refusing(refuse('remote-image-without-pixels', { host: 'nas' }))).batches).toMatchObject([
      { images: 1, labelled: null, covers: [] },
    ])
  })
})

function withJobs(management: Management, change: (job: ManagedJob) => ManagedJob): Management {
  const { jobs } = management
  return {
    ...management,
    jobs: {
      ...jobs,
      async jobs(project) {
        const told = await jobs.jobs(project)
        return told.ok ? { ok: true, value: told.value.map(change) } : told
      },
    },
  }
}

const strangely = (id: string) => `acme "${id}" é`
const plainly = (id: string) => id.replace(/^acme "|" é$/g, '')

/** A machine whose batches and jobs are named as no screen can carry it, over one that names them as here. */
function strangelyNamed(management: Management): Management {
  const { jobs, search } = management
  const renamed = (job: ManagedJob) => ({ ...job, id: strangely(job.id), batch: strangely(job.batch) })
  return {
    ...withJobs(management, renamed),
    jobs: {
      ...withJobs(management, renamed).jobs,
      async batches(project) {
        const told = await jobs.batches(project)
        return told.ok ? { ok: true, value: told.value.map((each) => ({ ...each, id: strangely(each.id) })) } : told
      },
      async createJob(project, wanted) {
        const made = await jobs.createJob(project, { ...wanted, batch: plainly(wanted.batch) })
        return made.ok ? { ok: true, value: renamed(made.value) } : made
      },
    },
    search: {
      ...search,
      project: (project, { batch, job, prompt, ...wanted }) =>
        search.project(project, {
          ...wanted,
          batch: batch && plainly(batch),
          job: job && plainly(job),
          prompt: prompt?.replaceAll(/acme \\?"|\\?" é/g, ''),
        }),
    },
  }
}
