import { unlink } from 'node:fs/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Shape } from '#common/annotation/shape'
import { sentenceOf } from '#common/messages/sentence'
import { newProject, newVersion, storedPath, upload, uploadLabelled } from '../../kit/dataset.ts'
import { runSql } from '../../kit/rows.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const Started = z.object({ taskId: z.string(), version: z.number() })

test('tiles and copies are counted, and each has a name of its own', async () => {
  const project = await newProject(station)
  await uploadLabelled(station, project)
  await uploadLabelled(station, project, { split: 'valid' })

  const tile = { rows: 2, columns: 3 }
  const augmentation = { rotate: { degrees: 45 }, image: { versions: 3 } }
  const version = await newVersion(station, project, { preprocessing: { tile }, augmentation })

  expect(await countsOf(project, version)).toEqual({ images: 18 + 6, splits: { train: 18, valid: 6, test: 0 } })
  const names = imagesOf(project, version).map(({ fileName }) => fileName)
  expect(new Set(names).size).toBe(24)
  for (const name of names) expect(name).toMatch(/^image_png\.rf\.[0-9a-f]{32}\.jpg$/)
})

test('the same snapshot, settings and seed give the same images and labels', async () => {
  const project = await newProject(station)
  for (let image = 0; image < 4; image += 1) await uploadLabelled(station, project)
  const settings = {
    preprocessing: { tile: { rows: 2, columns: 2 } },
    augmentation: { mosaic: true, noise: { percent: 10 }, hue: { degrees: 90 } },
    seed: '00112233445566778899aabbccddeeff',
  }

  const [one, other, third] = [
    await newVersion(station, project, settings),
    await newVersion(station, project, settings),
    await newVersion(station, project, { ...settings, seed: 'f'.repeat(32) }),
  ]

  const contents = (version: number) =>
    imagesOf(project, version).map(({ source, part, variant, blob, shapes }) => ({
      source,
      part,
      variant,
      blob,
      shapes,
    }))
  expect(contents(other)).toEqual(contents(one))
  expect(contents(third)).not.toEqual(contents(one))
})

test('isolated objects are images of one class, offered to the formats of classes alone', async () => {
  const project = await newProject(station)
  const id = await upload(station, project)
  await annotate(project, id, '0 0.25 0.5 0.2 0.4\n1 0.7 0.5 0.3 0.4')
  await uploadLabelled(station, project, { split: 'test' })

  const version = await newVersion(station, project, { preprocessing: { isolate: true } })
  const refused = await station.management.get(`/acme/${project}/${version}/coco`)
  const offered = await Promise.all(
    ['folder', 'clip', 'multiclass'].map((format) => station.management.get(`/acme/${project}/${version}/${format}`)),
  )

  expect(await countsOf(project, version)).toEqual({ images: 3, splits: { train: 2, valid: 0, test: 1 } })
  const images = imagesOf(project, version)
  expect(images.map(({ width, height }) => `${width} × ${height}`).toSorted()).toEqual([
    '14 × 20',
    '20 × 20',
    '32 × 24',
  ])
  expect(images.every(({ shapes }) => shapes.length === 1 && shapes[0]?.kind === 'whole')).toBe(true)
  expect(refused).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/folder.*clip.*multiclass|multiclass/) },
  })
  expect(offered.map(({ status }) => status)).toEqual([202, 202, 202])
})

test('filter-null leaves out images without labels, those that lost them to remap among them', async () => {
  const project = await newProject(station)
  for (let image = 0; image < 4; image += 1) await uploadLabelled(station, project)
  for (let image = 0; image < 2; image += 1) {
    await annotate(project, await upload(station, project), '1 0.5 0.5 0.5 0.5')
  }

  const preprocessing = { remap: { other: null }, 'filter-null': { percent: 80 } }
  const all = await newVersion(station, project, { preprocessing: { remap: { other: null } } })
  const some = await newVersion(station, project, { preprocessing })
  const only = await newVersion(station, project, {
    preprocessing: { ...preprocessing, 'filter-null': { percent: 100 } },
  })

  expect([await countsOf(project, all), await countsOf(project, some), await countsOf(project, only)]).toMatchObject([
    { images: 6 },
    { images: 5 },
    { images: 4 },
  ])
})

test('nothing left by the filters fails in words and leaves no version', async () => {
  const project = await newProject(station)
  await uploadLabelled(station, project)

  const preprocessing = { remap: { crate: '' }, 'filter-null': { percent: 100 } }
  const started = await station.management.post(`/acme/${project}/generate`, { json: { preprocessing } })
  const { taskId, version } = Started.parse(started.body)
  const { status, error } = await station.taskEnd(taskId)

  expect({ status, error }).toMatchObject({
    status: 'failed',
    error: { code: 'filters-leave-no-image' },
  })
  expect((await station.management.get(`/acme/${project}/${version}`)).status).toBe(404)
})

test('remap renames, merges and leaves out for the version alone, and later names change nothing', async () => {
  const project = await newProject(station)
  await annotate(project, await upload(station, project), '0 0.2 0.5 0.2 0.4\n1 0.5 0.5 0.2 0.4\n2 0.8 0.5 0.2 0.4')

  const remap = { crate: 'other', third: null, never: 'seen' }
  const version = await newVersion(station, project, { preprocessing: { remap } })
  const before = imagesOf(project, version)
  const { services, workspace } = station
  const found = await services.projects.find(workspace, project)
  if (!found.ok) throw new Error(sentenceOf(found.error))
  const frozen = await services.versions.find(found.value, version)
  await annotate(project, await upload(station, project), '0 0.5 0.5 0.2 0.4')
  for (const { id, name } of await services.projects.classes(found.value)) {
    await services.projects.renameClass(found.value, id, `${name} later`)
  }
  const later = await services.versions.find(found.value, version)

  expect(frozen.ok && frozen.value.classes.map(({ name }) => name)).toEqual(['other'])
  expect(before.map(({ shapes }) => shapes.length)).toEqual([2])
  expect(later).toEqual(frozen)
  expect(imagesOf(project, version)).toEqual(before)
  const { body } = await station.management.get(`/acme/${project}`)
  expect(body).toMatchObject({ project: { classes: { 'crate later': 2, 'other later': 1, 'third later': 1 } } })
})

test('tags choose the images of a version, and later tags change nothing', async () => {
  const project = await newProject(station)
  const [day, night] = [await uploadLabelled(station, project), await uploadLabelled(station, project)]
  await uploadLabelled(station, project)
  const tag = (image: string, tags: readonly string[]) =>
    station.management.post(`/acme/${project}/images/${image}/tags`, { json: { operation: 'set', tags } })
  await tag(day, ['day', 'dry'])
  await tag(night, ['night', 'dry'])

  const chosen = async (tags: object) => newVersion(station, project, { preprocessing: { 'filter-tags': tags } })
  const [both, onlyDay, notNight] = [
    await chosen({ dry: true }),
    await chosen({ dry: 'require', night: 'exclude' }),
    await chosen({ night: false }),
  ]
  const counts = async () =>
    Promise.all([both, onlyDay, notNight].map(async (version) => (await countsOf(project, version)).images))
  const before = await counts()
  await tag(day, [])
  await tag(night, ['wet'])

  expect(before).toEqual([2, 1, 2])
  expect(await counts()).toEqual(before)
  expect(
    await station.management.post(`/acme/${project}/generate`, {
      json: { preprocessing: { 'filter-tags': { dry: true } } },
    }),
  ).toMatchObject({ status: 400 })
})

test('a version that was made before there were as many steps is told as it was', async () => {
  const project = await newProject(station)
  await uploadLabelled(station, project)
  const version = await newVersion(station, project)
  const settings = {
    preprocessing: { 'auto-orient': true, resize: { width: 32, height: 24, format: 'Stretch to' } },
    augmentation: {
      flip: { horizontal: true, vertical: false },
      rotate: { degrees: 12.5 },
      brightness: { brighten: true, darken: false, percent: 20 },
      image: { versions: 2 },
    },
  }
  const ofProject = '(SELECT id FROM project WHERE slug = ?)'
  runSql(station, `UPDATE version SET settings = ? WHERE project_id = ${ofProject}`, JSON.stringify(settings), project)

  const { body } = await station.management.get(`/acme/${project}/${version}`)

  const { preprocessing, augmentation } = settings
  const { resize } = preprocessing
  const told = { preprocessing: { 'auto-orient': { enabled: true }, resize }, augmentation }
  expect(body).toMatchObject({ version: { images: 1, ...told } })
})

test('a mosaic that stumbles over a file names that file alone', async () => {
  const project = await newProject(station)
  for (let image = 0; image < 3; image += 1) await uploadLabelled(station, project)
  await unlink(await storedPath(station, await uploadLabelled(station, project, { name: 'lost.png' })))

  const json = { augmentation: { mosaic: true } }
  const started = await station.management.post(`/acme/${project}/generate`, { json })
  const { taskId } = Started.parse(started.body)

  expect(await station.taskEnd(taskId)).toMatchObject({
    error: { english: 'The stored file of lost.png is damaged or missing. Upload it again' },
  })
})

async function annotate(project: string, image: string, lines: string) {
  const json = { annotationFile: lines, labelmap: { 0: 'crate', 1: 'other', 2: 'third' } }
  const answer = await station.management.post(`/dataset/${project}/annotate/${image}?name=boxes.txt`, { json })
  expect(answer.status).toBe(200)
}

const Told = z.object({ version: z.object({ images: z.number(), splits: z.unknown() }) })

async function countsOf(project: string, version: number) {
  const { body } = await station.management.get(`/acme/${project}/${version}`)
  const { images, splits } = Told.parse(body).version
  return { images, splits }
}

const Stored = z.object({
  source: z.number(),
  part: z.number(),
  variant: z.number(),
  fileName: z.string(),
  blob: z.string(),
  width: z.number(),
  height: z.number(),
  shapes: z.string().transform((json) => z.array(Shape).parse(JSON.parse(json))),
})

/** The finished images as the library keeps them, source by source. */
function imagesOf(project: string, version: number) {
  const db = new Database(station.database, { readonly: true })
  try {
    const rows = db.prepare(
      `SELECT i.source, i.part, i.variant, i.file_name AS fileName, i.blob, i.width, i.height, i.shapes
         FROM version_image i JOIN version v ON v.id = i.version_id JOIN project p ON p.id = v.project_id
        WHERE p.slug = ? AND v.number = ? ORDER BY i.source, i.part, i.variant`,
    )
    return z.array(Stored).parse(rows.all(project, version))
  } finally {
    db.close()
  }
}
