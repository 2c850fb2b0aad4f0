import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { imagePoint, toView } from '#common/geometry/space'
import type { ImageId, ProjectSlug } from '#common/ids'
import { fitViewport } from '#renderer/canvas/viewport'
import { openPage } from '../../kit/chromium.ts'
import { somePicture } from '../../kit/pictures.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'

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
  project = (await studio.projects.create({ name: 'Harbor', type: 'instance-segmentation' })).slug
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
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${project}/annotate?image=${image}`)
  await page.getByRole('application', { name: 'bay.png' }).waitFor()
  await saved()
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

async function saved(): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
}

async function move(x: number, y: number): Promise<void> {
  const view = await page.getByRole('application').boundingBox()
  if (view === null) throw new Error('The canvas is not shown')
  const place = toView(imagePoint(x, y), fitViewport(FRAME, view, 10))
  await page.mouse.move(view.x + place.x, view.y + place.y, { steps: 3 })
}

async function click(...places: readonly (readonly [number, number])[]): Promise<void> {
  for (const [x, y] of places) {
    await move(x, y)
    await page.mouse.down()
    await page.mouse.up()
  }
}

async function drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await move(...from)
  await page.mouse.down()
  await move(...to)
  await page.mouse.up()
}

async function holding(key: string, act: () => Promise<void>): Promise<void> {
  await page.keyboard.down(key)
  await act()
  await page.keyboard.up(key)
}

const press = (key: string) => page.keyboard.press(key)

/** The outlines as they are stored, in whole pixels, each from its first vertex on. */
async function outlines(): Promise<unknown> {
  await saved()
  const { shapes } = await station.studio.annotations.open({ project, image })
  return shapes.map((shape) =>
    shape.kind === 'polygon' ? shape.rings.map((ring) => ring.map(Math.round)) : shape.kind,
  )
}

async function history(): Promise<readonly string[]> {
  await saved()
  const { undo } = await station.studio.annotations.open({ project, image })
  return undo
}

const LEFT = [100, 100, 250, 100, 250, 250, 100, 250]
const RIGHT = [250, 100, 400, 100, 400, 250, 250, 250]

test('outlines snap, are united, cut, sliced, welded and mended, each in one step that can be undone', async () => {
  await press('p')
  await click([100, 100], [250, 100], [250, 250], [100, 250])
  await press('Enter')
  await click([253, 103], [400, 100], [400, 250], [252, 248])
  await press('Enter')
  expect(await outlines()).toEqual([[LEFT], [RIGHT]])

  await press('v')
  await click([170, 170])
  await holding('Shift', () => click([320, 170]))
  await press('u')
  await page.getByRole('application', { name: 'bay.png, 1 shape' }).waitFor()
  await press('Control+z')
  await click([170, 170])
  await press('Shift+U')
  await page.getByRole('group', { name: 'Reshape' }).getByText('Subtract from boat 1').waitFor()
  await click([140, 140], [200, 140], [170, 200])
  await press('Enter')
  await press('Escape')
  expect(await outlines()).toEqual([[LEFT, [140, 140, 170, 200, 200, 140]], [RIGHT]])
  await press('Control+z')

  await click([320, 170])
  await press('Control+Shift+x')
  await drag([320, 80], [320, 270])
  await press('Escape')
  await page.getByRole('application', { name: 'bay.png, 3 shapes' }).waitFor()
  await press('Control+z')

  await press('Escape')
  await click([170, 170])
  await press('Alt+w')
  await drag([250, 100], [260, 60])
  await holding('Alt', () => drag([100, 240], [100, 260]))
  expect(await outlines()).toEqual([[[100, 100, 260, 60, 250, 250]], [[260, 60, 400, 100, 400, 250, 250, 250]]])

  await drag([90, 90], [280, 40])
  await press('ArrowUp')
  await press('Delete')
  await press('Escape')
  await press('Escape')
  await press('p')
  await click([450, 300], [600, 420], [600, 300], [450, 420])
  await press('Enter')
  await page.getByText('The outline crosses itself').waitFor()
  await page.getByRole('button', { name: 'Untangle', exact: true }).click()
  await page.getByRole('button', { name: 'Undo: Untangle polygon' }).waitFor()

  expect(await history()).toEqual([
    ...['Draw polygon', 'Draw polygon', 'Move vertex', 'Delete vertex', 'Move vertex'],
    ...['Draw polygon', 'Untangle polygon'],
  ])
  expect(faults).toEqual([])
})

test('the border of a neighbour is copied, and a part of a polygon is drawn anew', async () => {
  await press('v')
  await press('Control+a')
  await press('Delete')
  await press('p')
  await click([100, 200], [140, 120], [200, 100], [260, 130], [280, 220], [200, 280])
  await press('Enter')
  await click([102, 202])
  await press('q')
  await press('Tab')
  await click([278, 218], [400, 60], [100, 40])
  await press('Enter')
  await press('v')
  await click([190, 200])
  await press('p')
  await click([150, 240], [150, 330], [250, 330], [240, 250])

  expect(await outlines()).toEqual([
    [[150, 240, 100, 200, 140, 120, 200, 100, 260, 130, 280, 220, 240, 250, 250, 330, 150, 330]],
    [[100, 200, 140, 120, 200, 100, 260, 130, 280, 220, 400, 60, 100, 40]],
  ])

  await press('v')
  await click([190, 200])
  await press('Control+d')
  await move(190, 200)
  await page.mouse.down()
  await page.getByRole('listbox', { name: 'Shapes at this place' }).waitFor()
  await page.mouse.up()
  await page.getByRole('option', { name: /^boat 1/ }).click()
  await press('Delete')
  expect(await outlines()).toMatchObject([[{ length: 14 }], [{ length: 18 }]])
  expect(faults).toEqual([])
})
