import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { Project } from '#core/dataset/projects/ports'
import { newVersion } from '../../kit/dataset.ts'
import { datasetProject, importChecked, planOf, type SentFile } from '../../kit/datasets.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'
import { readZip } from '../../kit/zip-file.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const BOX = '<box label="crate" xtl="1" ytl="1" xbr="20" ybr="20" z_order="1"></box>'
const LINE = '<polyline label="crate" points="1,1;20,20" z_order="2"></polyline>'
const POINT = '<points label="crate" points="5,5" z_order="3"></points>'
const CROWD =
  '<box label="crate" xtl="1" ytl="1" xbr="20" ybr="20" z_order="4"><attribute name="is_crowd">true</attribute></box>'

/** The shapes of each image. */
const IMAGES: Readonly<Record<string, string>> = {
  'box.png': BOX + LINE + CROWD,
  'lines.png': LINE + POINT,
  'crowd.png': CROWD,
  'both.png': LINE + CROWD,
  'nothing.png': '',
}

async function labelledProject(): Promise<Project> {
  const project = await datasetProject(station)
  const images = Object.entries(IMAGES).map(
    ([name, shapes], id) => `<image id="${id}" name="${name}" width="64" height="48">${shapes}</image>`,
  )
  const files: SentFile[] = [{ path: 'annotations.xml', content: `<annotations>${images.join('')}</annotations>` }]
  for (const path of Object.keys(IMAGES)) files.push({ path, content: await someImage() })
  await importChecked(station, (await planOf(station, project, files)).dataset)
  await newVersion(station, project.slug)
  return project
}

async function pickedOf(project: Project) {
  const images = await station.services.images.ids(project, {}, 'name')
  const picked = { kind: 'images', projects: [project.id], images } as const
  return (format: string) => ({ picked, projects: [project], format, name: 'Bay', search: 'picked by hand' })
}

test('a version and a search tell how many shapes and images a format leaves out', async () => {
  const project = await labelledProject()
  const wanted = await pickedOf(project)
  const version = await station.services.versions.find(project, 1)
  if (!version.ok) throw new Error(sentenceOf(version.error))

  const leftOut = async (format: string) => {
    const ofVersion = { project, version: version.value, format }
    const told = [
      await station.services.exports.describe(station.workspace, ofVersion),
      await station.services.searchExports.describe(station.workspace, wanted(format)),
    ]
    return told.map(
      (each) => each.ok && Object.fromEntries(each.value.leftOut.map(({ kind, labels }) => [kind, labels])),
    )
  }

  const yolo = { lines: 4, crowds: 3, images: 3 }
  const crops = { ...yolo, nulls: 1 }
  expect(await leftOut('yolov8')).toEqual([yolo, yolo])
  expect(await leftOut('coco')).toEqual([
    { lines: 4, images: 1 },
    { lines: 4, images: 1 },
  ])
  expect(await leftOut('folder')).toEqual([crops, crops])
  expect(await leftOut('cvat')).toEqual([{}, {}])
})

test('an image of nothing but lines is no background image in the archive of a search', async () => {
  const project = await labelledProject()
  const wanted = await pickedOf(project)
  const started = await station.services.searchExports.start(station.workspace, wanted('yolov8'))
  if (!started.ok) throw new Error(sentenceOf(started.error))
  await station.taskEnd(started.value)

  const archive = await station.services.searchExports.archive(station.workspace, started.value)

  if (!archive?.ok) throw new Error('There is no archive')
  const files = await readZip(await readFile(archive.value.path))
  const labels = [...files.keys()].filter((path) => path.startsWith('train/labels/'))
  expect(labels.map((path) => path.replace(/.*\/(\w+)_png.*/, '$1'))).toEqual(['box', 'nothing'])
  expect(String(files.get('README.tessera.txt'))).toContain(
    'skipped: 3 images (none of their shapes is supported by this format)',
  )
})
