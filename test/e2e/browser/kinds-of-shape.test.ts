import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { maskOfRings } from '#common/geometry/mask-forms'
import { imagePoint, toView } from '#common/geometry/space'
import { type ImageId, type ProjectSlug, ShapeId } from '#common/ids'
import { fitViewport } from '#renderer/canvas/viewport'
import { openPage } from '../../kit/chromium.ts'
import { somePicture } from '../../kit/pictures.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { untilEnded } from '../../kit/tasks.ts'
import { readZip } from '../../kit/zip-file.ts'

const FRAME = { width: 640, height: 480 }

let folder: string
let station: StationProcess
let page: Page
let project: ProjectSlug
let image: ImageId
const faults: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio'])
  const { studio } = station
  project = (await studio.projects.create({ name: 'Harbor', type: 'object-detection' })).slug
  await studio.projects.classes.create({ project, name: 'boat' })
  const { taskId } = await studio.imports.start({ project, batchName: 'Monday', expected: 1 })
  await station.sendFile(taskId, 'bay.png', await somePicture(FRAME.width, FRAME.height))
  await studio.imports.finish({ taskId })
  const [only] = await studio.images.ids({ project, filter: {}, sort: 'added' })
  if (only === undefined) throw new Error('The picture was not taken in')
  image = only
  page = await openPage()
  page.on('pageerror', (failure) => faults.push(failure.message))
  await page.goto(station.urls.studio)
  await page.getByText('Harbor').first().waitFor()
})

afterAll(async () => {
  await page.context().close()
  await station.kill()
  await rm(folder, { recursive: true, force: true })
})

/** What the page showed when a test failed lies beside the report. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: `test-results/${task.name.slice(0, 40)}.png` })
})

async function openPicture(): Promise<void> {
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/annotate?image=${image}`)
  await page.getByRole('application', { name: 'bay.png' }).waitFor()
  await saved()
}

async function saved(): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
}

/** Where a place of the picture is on the page, while all of it is in sight. */
async function at(x: number, y: number, up = 0): Promise<[number, number]> {
  const view = await page.getByRole('application').boundingBox()
  if (view === null) throw new Error('The canvas is not shown')
  const place = toView(imagePoint(x, y), fitViewport(FRAME, view, 10))
  return [view.x + place.x, view.y + place.y - up]
}

async function drag(from: [number, number], to: [number, number]): Promise<void> {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(...to, { steps: 5 })
  await page.mouse.up()
}

async function click(x: number, y: number): Promise<void> {
  await page.mouse.click(...(await at(x, y)))
}

/** Kinds and places as they are stored, rounded to whole pixels and degrees. */
async function stored(): Promise<unknown> {
  await saved()
  const { shapes } = await station.studio.annotations.open({ project, image })
  const rounded = (value: unknown) => (typeof value === 'number' ? Math.round(value) : value)
  return JSON.parse(JSON.stringify(shapes, (_, value: unknown) => rounded(value)))
}

const SLANTED = { kind: 'rotated-box', box: { center: { x: 150, y: 130 }, width: 100, height: 60, angle: 2 } }
const LINE = { kind: 'polyline', points: [300, 100, 400, 100, 420, 200] }
const POINT = { kind: 'point', at: { x: 500, y: 100 } }
const TURNED = { kind: 'rotated-box', box: { center: { x: 350, y: 350 }, width: 100, height: 60, angle: 45 } }

test('rotated boxes, lines and points are drawn, turned, edited, undone, and there after a reload', async () => {
  await openPicture()

  await page.keyboard.press('o')
  await drag(await at(100, 100), await at(200, 100))
  await click(150, 160)
  await page.keyboard.press('y')
  for (const [x, y] of [
    [300, 100],
    [400, 100],
    [400, 200],
  ] as const)
    await click(x, y)
  await page.keyboard.press('Enter')
  await page.keyboard.press('.')
  await click(500, 100)
  await page.keyboard.press('b')
  await drag(await at(300, 320), await at(400, 380))
  await page.keyboard.press('v')
  await click(150, 130)
  await page.keyboard.press('Shift+Z')
  await page.keyboard.press('Shift+Z')
  await click(400, 150)
  await drag(await at(400, 200), await at(420, 200))
  await click(350, 350)
  await page.mouse.move(...(await at(350, 320, 20)))
  await page.mouse.down()
  await page.keyboard.down('Shift')
  await page.mouse.move(...(await at(421, 283)), { steps: 5 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
  expect(await stored()).toMatchObject([SLANTED, LINE, POINT, TURNED])

  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  expect(await stored()).toMatchObject([SLANTED, { points: [300, 100, 400, 100, 400, 200] }, POINT, { kind: 'box' }])
  await page.keyboard.press('Control+Shift+z')
  await page.keyboard.press('Control+Shift+z')
  await saved()
  await page.reload()
  await page.getByRole('application', { name: 'bay.png, 4 shapes' }).waitFor()

  const { undo } = await station.studio.annotations.open({ project, image })
  expect(await stored()).toMatchObject([SLANTED, LINE, POINT, TURNED])
  expect(undo).toEqual([
    ...['Draw rotated box', 'Draw line', 'Draw point', 'Draw box'],
    ...['Turn rotated box', 'Turn rotated box', 'Move vertex', 'Turn box'],
  ])
  expect(faults).toEqual([])
})

/** The file of an export of the picture whose path has these letters. */
async function exported(format: string, letters: string): Promise<string> {
  const { taskId } = await station.studio.exports.startPicked({ project, picked: { filter: {} }, format })
  const { result } = await untilEnded(station.studio, taskId)
  const response = await station.fetch(String(result?.['url']))
  const files = await readZip(Buffer.from(await response.arrayBuffer()))
  const [, content] = [...files].find(([path]) => path.includes(letters)) ?? []
  return String(content)
}

test('each format holds what it can of them, a mask too', async () => {
  const { shapes, revision } = await station.studio.annotations.open({ project, image })
  const [like] = shapes
  if (like === undefined) throw new Error('Nothing was drawn')
  const tiles = maskOfRings([[10, 10, 30, 10, 30, 20, 10, 20]], FRAME)
  const after = {
    id: ShapeId.parse('maskOfTheBay'),
    classId: like.classId,
    z: 9,
    origin: 'hand',
    kind: 'mask',
    tiles,
  } as const
  const edit = { label: 'Paint', changes: [{ before: null, after }] }
  await station.studio.annotations.commit({ project, image, revision, edit })

  const [coco, obb, cvat] = [
    JSON.parse(await exported('coco-segmentation', '.coco.json')),
    await exported('yolov8-obb', '/labels/'),
    await exported('cvat', 'annotations.xml'),
  ]

  expect(coco.annotations).toMatchObject([
    { segmentation: [expect.any(Array)] },
    { segmentation: [expect.any(Array)] },
    { bbox: [10, 10, 20, 10], area: 200, segmentation: { size: [480, 640], counts: expect.any(String) } },
  ])
  const turned = obb
    .split('\n')
    .slice(0, 2)
    .map((line) => line.split(' ').slice(1).map(Number))
  expect(turned.map((shares) => shares.map((share, i) => Math.round(share * (i % 2 === 0 ? 640 : 480))))).toEqual([
    [101, 98, 201, 102, 199, 162, 99, 158],
    [336, 293, 407, 364, 364, 407, 293, 336],
  ])
  expect(cvat.match(/<(box|polyline|points|mask) |rotation="\d+|rle="[^"]+"/g)).toEqual([
    ...['<box ', 'rotation="2', '<polyline ', '<points ', '<box ', 'rotation="45', '<mask ', 'rle="0, 200"'],
  ])
})
