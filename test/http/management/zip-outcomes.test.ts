import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TaskId } from '#common/ids'
import { blobPathOf } from '../../kit/damage.ts'
import { imageForm, newProject } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'
import { zipUploads } from '../../kit/zip-uploads.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const VOC = `<annotation><size><width>64</width><height>48</height></size><object><name>gull</name>
  <bndbox><xmin>4</xmin><ymin>5</ymin><xmax>20</xmax><ymax>30</ymax></bndbox></object></annotation>`

test.for([
  ['one format', []],
  [
    'mixed formats',
    [
      { path: 'e.txt', content: '0 0.5 0.5 0.25 0.25' },
      { path: 'classes.txt', content: 'buoy' },
    ],
  ],
] as const)('an archive of %s reports what became of each image that was there', async ([, labels]) => {
  const project = await newProject(station)
  const [plain, bare, flawed, extra] = await Promise.all([1, 2, 3, 4].map(async () => someImage()))
  if (!plain || !bare || !flawed || !extra) throw new Error('No images')
  for (const [name, bytes] of Object.entries({ 'a.png': plain, 'b.png': bare, 'c.png': flawed }))
    await station.management.post(`/dataset/${project}/upload`, { form: imageForm(bytes, { name }) })
  await writeFile(blobPathOf(join(station.folder, 'blobs'), flawed), 'damaged')

  const { taskId } = await zipUploads(station).importZip(project, [
    { path: 'a.png', content: plain },
    { path: 'a.xml', content: VOC },
    { path: 'b.png', content: bare },
    { path: 'c.png', content: flawed },
    { path: 'e.png', content: extra },
    { path: 'f.png', content: extra },
    ...labels,
  ])

  const { rows } = await station.imports.report(TaskId.parse(taskId), 'all', { offset: 0, limit: 100 })
  const outcomes = Object.fromEntries(rows.map(({ path, outcome }) => [path, outcome]))
  expect(outcomes).toMatchObject({ 'a.png': 'labelled', 'b.png': 'duplicate', 'c.png': 'repaired' })
  expect(new Set([outcomes['e.png'], outcomes['f.png']])).toEqual(new Set(['added', 'repeated']))
})
