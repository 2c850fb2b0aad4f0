import { afterAll, beforeAll, expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import type { Project } from '#core/dataset/projects/ports'
import { newVersion } from '../../kit/dataset.ts'
import { datasetProject, importChecked, planOf } from '../../kit/datasets.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const BOX = '<box label="crate" xtl="1" ytl="1" xbr="20" ybr="20" z_order="1"></box>'
const TURNED = '<box label="crate" xtl="10" ytl="10" xbr="40" ybr="20" rotation="30" z_order="2"></box>'
const OUTLINE = '<polygon label="crate" points="1,1;30,2;28,30;3,28" z_order="3"></polygon>'

async function projectOf(type: string, shapes: string): Promise<Project> {
  const project = await datasetProject(station, type)
  const image = `<image id="0" name="quay.png" width="64" height="48">${shapes}</image>`
  const files = [
    { path: 'annotations.xml', content: `<annotations>${image}</annotations>` },
    { path: 'quay.png', content: await someImage() },
  ]
  await importChecked(station, (await planOf(station, project, files)).dataset)
  await newVersion(station, project.slug)
  return project
}

async function versionOf(project: Project) {
  const version = await station.services.versions.find(project, 1)
  if (!version.ok) throw new Error(sentenceOf(version.error))
  return version.value
}

async function keptOf(project: Project) {
  return station.services.exports.kept(project, await versionOf(project))
}

async function leftOut(project: Project, format: string) {
  const [image] = await station.services.images.ids(project, {}, 'name')
  if (image === undefined) throw new Error('There is no image')
  const picked = { kind: 'images', projects: [project.id], images: [image] } as const
  const told = [
    await station.services.exports.describe(station.workspace, { project, version: await versionOf(project), format }),
    await station.services.searchExports.describe(station.workspace, {
      picked,
      projects: [project],
      format,
      name: 'Bay',
      search: 'picked by hand',
    }),
  ]
  return told.map((each) => each.ok && Object.fromEntries(each.value.leftOut.map(({ kind, labels }) => [kind, labels])))
}

test('a version of boxes alone is kept whole by formats of boxes, but for those without classes', async () => {
  const { whole, boxed } = await keptOf(await projectOf('object-detection', BOX))

  expect(whole).toEqual(expect.arrayContaining(['coco', 'yolov8', 'voc', 'darknet', 'createml', 'dota', 'cvat']))
  expect(whole.filter((format) => ['icdar', 'wider-face', 'multiclass', 'folder'].includes(format))).toEqual([])
  expect(boxed).toEqual([])
})

test('a rotated box is kept whole only where its corners are written', async () => {
  const project = await projectOf('object-detection', BOX + TURNED)
  const { whole, boxed } = await keptOf(project)

  expect(whole).toEqual(expect.arrayContaining(['coco', 'dota', 'yolov8-obb', 'datumaro', 'cvat']))
  expect(whole.filter((format) => ['yolov8', 'voc', 'darknet'].includes(format))).toEqual([])
  expect(boxed).toEqual([])
  expect(await leftOut(project, 'yolov8')).toEqual([{ turned: 1 }, { turned: 1 }])
})

test('an outline becomes a box in formats of boxes, and keeps its object only where no image of classes is written', async () => {
  const project = await projectOf('instance-segmentation', OUTLINE + OUTLINE)
  const { whole, boxed } = await keptOf(project)

  expect(boxed).toEqual(expect.arrayContaining(['darknet', 'createml', 'dota']))
  expect(whole).toEqual(expect.arrayContaining(['coco', 'yolov8', 'voc', 'cityscapes']))
  expect([...whole, ...boxed].filter((format) => ['icdar', 'png-mask-semantic', 'camvid'].includes(format))).toEqual([])
  expect(await leftOut(project, 'darknet')).toEqual([{ outlines: 2 }, { outlines: 2 }])
  expect(await leftOut(project, 'icdar')).toEqual([
    { classes: 2, outlines: 2 },
    { classes: 2, outlines: 2 },
  ])
})
