import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { maskOfRunLengths } from '#common/geometry/mask-forms'
import { type MaskTiles, maskTilesArea, maskTilesBounds } from '#common/geometry/masks/mask-tiles'
import { runLengthsFromText } from '#common/geometry/rle'
import { imagePoint, toView } from '#common/geometry/space'
import type { ImageId, ProjectSlug } from '#common/ids'
import { fitViewport } from '#renderer/canvas/viewport'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import { addImages, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'
import { untilEnded } from '../../kit/tasks.ts'
import { readZip } from '../../kit/zip-file.ts'

const FRAME = { width: 640, height: 480 }

let open: StudioPage
let page: Page
let project: ProjectSlug
let image: ImageId
const faults: string[] = []

beforeAll(async () => {
  open = await openStudioPage()
  page = open.page
  page.on('pageerror', (failure) => faults.push(failure.message))
  const { station } = open
  project = (await station.studio.projects.create({ name: 'Reef', type: 'instance-segmentation' })).slug
  await station.studio.projects.classes.create({ project, name: 'coral' })
  const bytes = await twoColors()
  await addImages(station, { project, batch: 'Monday' }, [{ name: 'reef.png', bytes }])
  const [only] = await station.studio.images.ids({ project, filter: {}, sort: 'added' })
  if (only === undefined) throw new Error('The image was not taken in')
  image = only
  await page.goto(station.urls.studio)
  await page.getByText('Reef').first().waitFor()
  await openEncoded()
})

afterAll(() => open.close())

keepLookOfFailures(() => page)

/** Returns an image with sand on the left half and water on the right. */
async function twoColors(): Promise<Buffer> {
  const half = { width: FRAME.width / 2, height: FRAME.height, channels: 3 } as const
  return sharp({ create: { ...half, width: FRAME.width, background: '#C8B48C' } })
    .composite([{ input: { create: { ...half, background: '#3C78A0' } }, left: half.width, top: 0 }])
    .png()
    .toBuffer()
}

async function openEncoded(): Promise<void> {
  await page.goto(`${open.station.urls.studio.split('/?')[0]}/#/p/${project}/annotate?image=${image}`)
  await page.getByRole('application', { name: 'reef.png' }).waitFor()
  await saved()
}

async function saved(): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
}

/** Returns the position on the page of a pixel's center, while the whole image is visible. */
async function at(x: number, y: number): Promise<[number, number]> {
  const view = await page.getByRole('application').boundingBox()
  if (view === null) throw new Error('The canvas is not shown')
  const place = toView(imagePoint(x + 0.5, y + 0.5), fitViewport(FRAME, view, 10))
  return [view.x + place.x, view.y + place.y]
}

async function drag(from: [number, number], to: [number, number], button: 'left' | 'right' = 'left'): Promise<void> {
  await page.mouse.move(...(await at(...from)))
  await page.mouse.down({ button })
  await page.mouse.move(...(await at(...to)), { steps: 5 })
  await page.mouse.up({ button })
}

/** Returns bounds and pixels of each stored mask. */
async function stored() {
  await saved()
  const { shapes } = await open.station.studio.annotations.open({ project, image })
  return shapes.flatMap((shape) => (shape.kind === 'mask' ? [seen(shape.tiles)] : []))
}

function seen(tiles: MaskTiles) {
  const { x0, y0, x1, y1 } = maskTilesBounds(tiles)
  return { bounds: [x0, y0, x1, y1], area: maskTilesArea(tiles) }
}

const size = () => page.getByRole('textbox', { name: 'Brush size in pixels' })

test('a mask is painted, erased and undone stroke by stroke, survives a reload, and is exported pixel by pixel', async () => {
  await page.keyboard.press('m')
  await page.keyboard.press('x')
  await size().fill('21')
  await size().press('Enter')
  await page.getByRole('application').focus()

  await drag([100, 100], [200, 100])
  const first = [{ bounds: [90, 90, 211, 111], area: 121 * 21 }]
  expect(await stored()).toEqual(first)

  await drag([200, 100], [200, 300])
  await page.keyboard.press('e')
  await drag([150, 60], [150, 140])
  const last = [{ bounds: [90, 90, 211, 311], area: 121 * 21 + 200 * 21 - 21 * 21 }]
  expect(await stored()).toEqual(last)

  for (let i = 0; i < 2; i++) await page.keyboard.press('Control+z')
  expect(await stored()).toEqual(first)
  for (let i = 0; i < 2; i++) await page.keyboard.press('Control+Shift+z')
  expect(await stored()).toEqual(last)

  await page.reload()
  await page.getByRole('application', { name: 'reef.png' }).waitFor()
  expect(await stored()).toEqual(last)
  expect(await exportedMasks()).toEqual(last)
})

/** Returns masks decoded from COCO run lengths. */
async function exportedMasks() {
  const { station } = open
  const picked = { filter: {} }
  const { taskId } = await station.studio.exports.startPicked({ project, picked, format: 'coco-segmentation-rle' })
  const { result } = await untilEnded(station.studio, taskId)
  const response = await station.fetch(String(result?.['url']))
  const files = await readZip(Buffer.from(await response.arrayBuffer()))
  const [, content] = [...files].find(([path]) => path.endsWith('.coco.json')) ?? []
  const { annotations } = JSON.parse(String(content))
  return annotations.map(({ segmentation }: { segmentation: { counts: string } }) => {
    const counts = runLengthsFromText(segmentation.counts)
    return counts.ok ? seen(maskOfRunLengths(counts.value, FRAME)) : counts.error
  })
}

test('keys, Alt + wheel and Alt + right drag change the brush size', async () => {
  await page.keyboard.press('m')
  await page.getByRole('application').focus()

  await page.keyboard.press(']')
  expect(await size().inputValue()).toBe('24')
  await page.mouse.move(...(await at(400, 300)))
  await page.keyboard.down('Alt')
  await page.mouse.wheel(0, -100)
  await expect.poll(() => size().inputValue()).toBe('28')
  await drag([400, 300], [410, 300], 'right')
  await page.keyboard.up('Alt')

  expect(await size().inputValue()).toBe('48')
  expect(await stored()).toHaveLength(1)
})

test('the right button erases with the brush, and erasing a whole mask is one undo step', async () => {
  await page.keyboard.press('Escape')
  await drag([400, 200], [420, 200])
  expect(await stored()).toHaveLength(2)

  await size().fill('200')
  await size().press('Enter')
  await drag([410, 200], [410, 200], 'right')
  expect(await stored()).toHaveLength(1)
  await page.keyboard.press('Control+z')

  expect(await stored()).toHaveLength(2)
})

test('Escape cancels the current stroke', async () => {
  const before = await stored()
  await page.mouse.move(...(await at(500, 400)))
  await page.mouse.down()
  await page.mouse.move(...(await at(560, 400)), { steps: 3 })
  await page.keyboard.press('Escape')
  await page.mouse.up()

  expect(await stored()).toEqual(before)
})

test('a dab is painted by keyboard alone', async () => {
  await page.keyboard.press('Escape')
  const before = await stored()
  await page.getByRole('application').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')

  expect(await stored()).toHaveLength(before.length + 1)
})

test('a click on a colour selects the connected area, and the mask becomes a polygon', async () => {
  await page.keyboard.press('Escape')
  const before = await stored()
  await page.mouse.move(...(await at(500, 400)))
  for (let i = 0; i < 3; i++) await page.keyboard.press('q')
  await page.mouse.click(...(await at(500, 400)))

  expect(await stored()).toEqual([...before, { bounds: [320, 0, 640, 480], area: 320 * 480 }])
  await page.keyboard.press('Alt+p')
  await page.getByText('Outline 100.0 % similar').waitFor()
  expect(await stored()).toEqual(before)
})

test('the page reported no errors', () => {
  expect(faults).toEqual([])
})
