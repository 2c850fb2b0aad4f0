import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { Management } from '#core/management/ports'
import { newProject, uploadLabelled } from '../kit/dataset.ts'
import { someImage } from '../kit/images.ts'
import { inWords } from '../kit/in-words.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { publishProject } from '../kit/published.ts'
import { type TestStation, testStation } from '../kit/station.ts'

describe.each(MANAGEMENTS)('the catalog of the $name management', ({ open }) => {
  let folder: string
  let station: TestStation
  let management: Management
  const page = { page: 1, limit: 12 }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-catalog-'))
    await publishProject(folder, 'harbour')
    station = await testStation({ catalog: [folder] })
    management = await open(station)
  })

  afterAll(async () => {
    await station.close()
    await rm(folder, { recursive: true })
  })

  test('a project is shown, found by words, and taken out again', async () => {
    const { catalog } = management
    const project = await newProject(station)
    await uploadLabelled(station, project)

    const shown = await catalog.setPublic(project, true)
    const found = await catalog.search({ query: `class:crate acme/${project}`, ...page })
    const hidden = await catalog.setPublic(project, false)
    const gone = await catalog.search({ query: `acme/${project}`, ...page })

    expect(shown).toMatchObject({ ok: true, value: { slug: project, isPublic: true, images: 1 } })
    expect(found).toMatchObject({
      ok: true,
      value: { total: 1, results: [{ workspace: 'acme', project, license: 'Private', images: 1 }] },
    })
    expect(found.ok && found.value.results[0]?.cover).toBeDefined()
    expect(hidden).toMatchObject({ ok: true, value: { isPublic: false } })
    expect(gone).toEqual({ ok: true, value: { total: 0, results: [] } })
  })

  test('projects are found by the type and by an image', async () => {
    const { catalog } = management
    const bytes = new Uint8Array(await someImage())

    const byType = await catalog.search({ query: '', type: 'instance-segmentation', ...page })
    const byImage = await catalog.search({ query: 'boats', like: { bytes }, ...page })
    const unreadable = await catalog.search({ query: '', like: { bytes: new Uint8Array(9) }, ...page })

    expect(byType).toMatchObject({ ok: true, value: { total: 1, results: [{ project: 'harbour', images: 3 }] } })
    expect(byImage).toMatchObject({ ok: true, value: { total: 1, results: [{ project: 'harbour' }] } })
    expect(unreadable).toMatchObject({ ok: false })
  })

  test('a project is copied, and one that is not there is refused', async () => {
    const { catalog } = management

    const started = await catalog.fork({ workspace: 'catalog', project: 'harbour' })
    const refused = await catalog.fork({ project: 'nobody/nothing' })

    if (!started.ok) throw new Error(sentenceOf(started.error))
    await station.taskEnd(started.value)
    const task = await management.task(started.value)
    expect(task).toMatchObject({
      ok: true,
      value: {
        status: 'completed',
        progress: { current: 3, total: 3 },
        result: { forked: true, id: 'acme/harbour-boats', name: 'Harbour boats' },
      },
    })
    expect(await management.project('harbour-boats')).toMatchObject({ ok: true, value: { project: { images: 3 } } })
    expect(inWords(refused)).toMatchObject({ ok: false, error: { message: expect.stringContaining('nobody/nothing') } })
  })
})
