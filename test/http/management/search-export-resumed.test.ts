import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { imageForm, newProject } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

/** Records a damaged image as a run does that ends before it leaves the image out. */
const TOLD_BEFORE = `
  CREATE TRIGGER told_before AFTER INSERT ON search_export_image WHEN new.name = 'bay.png' BEGIN
    INSERT INTO import_file (task_id, seq, path, outcome, image_id, reason)
    SELECT new.task_id, coalesce(max(seq), 0) + 1, new.name, 'refused', new.image_id,
           'The stored file of bay.png is damaged or missing. Upload it again'
      FROM import_file WHERE task_id = new.task_id;
  END`

test('a damaged image that a run told before it was killed is listed once', async () => {
  const project = await newProject(station)
  const bay = await someImage()
  for (const [name, bytes] of Object.entries({ 'bay.png': bay, 'sound.png': await someImage(80) })) {
    await station.management.post(`/dataset/${project}/upload`, { form: imageForm(bytes, { name }) })
  }
  const database = new Database(station.database)
  database.exec(TOLD_BEFORE)
  database.close()
  const hash = createHash('sha256').update(bay).digest('hex')
  await rm(join(station.folder, 'blobs', hash.slice(0, 2), hash))

  const json = { query: '', format: 'coco', dataset: project }
  const started = await station.management.post('/acme/search/export', { json })
  const end = await station.taskEnd(z.object({ link: z.string() }).parse(started.body).link)

  const reason = { english: 'The stored file of bay.png is damaged or missing. Upload it again' }
  expect(end).toMatchObject({ status: 'completed', result: { images: 1, leftOut: [{ path: 'bay.png', reason }] } })
  expect(end.result?.['leftOut']).toHaveLength(1)
})
