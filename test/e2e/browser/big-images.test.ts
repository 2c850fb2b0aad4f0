import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ImageId, ProjectSlug } from '#common/ids'
import { addImages, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

const WIDTH = 4000
const HEIGHT = 5100

let studio: StudioPage
let project: ProjectSlug
const faults: string[] = []

beforeAll(async () => {
  studio = await openStudioPage()
  studio.page.on('pageerror', (failure) => faults.push(failure.message))
  const { slug } = await studio.station.studio.projects.create({ name: 'Slides', type: 'object-detection' })
  project = slug
  await studio.station.studio.projects.classes.create({ project, name: 'cell' })
  await addImages(studio.station, { project, batch: 'Monday' }, [
    { name: 'a-slide.tif', bytes: await bigTiff() },
    { name: 'b-deep.png', bytes: await deepPng() },
    { name: 'c-wide.png', bytes: await plainPng(5000, 1) },
    { name: 'd-tall.png', bytes: await plainPng(1, 5000) },
    { name: 'e-dim.png', bytes: await dimPng() },
  ])
  const url = studio.station.urls.studio
  await studio.page.goto(`${url}#/p/${project}/annotate`)
})

afterAll(() => studio.close())

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail')
    await studio.page.screenshot({ path: `test-results/${task.name.slice(0, 40)}.png` })
})

/**
 * Returns an image displayed with 4000 × 5100 pixels, stored rotated: blue, with a red and a green square of 32 × 32
 * beside the middle.
 */
async function bigTiff(): Promise<Buffer> {
  const square = (background: string) => ({ create: { width: 32, height: 32, channels: 3 as const, background } })
  const upright = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#2040a0' } })
    .composite([
      { input: square('#e02020'), left: WIDTH / 2 + 100, top: HEIGHT / 2 + 40 },
      { input: square('#20c020'), left: WIDTH / 2 - 150, top: HEIGHT / 2 - 60 },
    ])
    .removeAlpha()
    .raw()
    .toBuffer()
  const lying = await sharp(upright, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .rotate(270)
    .raw()
    .toBuffer()
  const file = sharp(lying, { raw: { width: HEIGHT, height: WIDTH, channels: 3 } }).withMetadata({ orientation: 6 })
  return file.tiff({ compression: 'lzw' }).toBuffer()
}

/** Returns 2130 × 1960 gray pixels of 12 bits in 16: the left half 1000, the right half 3000. */
async function deepPng(): Promise<Buffer> {
  const [width, height] = [2130, 1960]
  const samples = Uint16Array.from({ length: width * height }, (_, i) => (i % width < width / 2 ? 1000 : 3000))
  return sharp(samples, { raw: { width, height, channels: 1 } })
    .toColourspace('grey16')
    .png({ compressionLevel: 1 })
    .toBuffer()
}

async function plainPng(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c08000' } })
    .png()
    .toBuffer()
}

/** Returns 640 × 480 dark yellow pixels, with a single color only in the middle. */
async function dimPng(): Promise<Buffer> {
  const [width, height] = [640, 480]
  const samples = Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const value = Math.hypot(x - width / 2, y - height / 2) < 16 ? 72 : 20 + ((x * 5 + y * 3) % 64)
    return [value, value, 0]
  })
  return sharp(Uint8Array.from(samples.flat()), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

/** Returns the color at an offset from the middle of the image, in view pixels, with each channel in steps of 32. */
async function colourAt(dx: number, dy: number): Promise<readonly number[]> {
  const centre = await middle()
  const [x, y] = [Math.round(centre.x + dx), Math.round(centre.y + dy)]
  const png = await studio.page.screenshot({ clip: { x, y, width: 1, height: 1 } })
  return [...(await sharp(png).removeAlpha().raw().toBuffer())].map((value) => Math.round(value / 32))
}

async function middle(): Promise<{ readonly x: number; readonly y: number }> {
  const area = await studio.page.getByRole('application').boundingBox()
  if (!area) throw new Error('The canvas is not shown')
  return { x: area.x + area.width / 2, y: area.y + area.height / 2 }
}

async function firstImage(): Promise<ImageId> {
  const [image] = await studio.station.studio.images.ids({ project, filter: {}, sort: 'added' })
  if (image === undefined) throw new Error('There is no image')
  return image
}

/** Presses near the top left of the mini map, which is in the bottom right corner of the canvas. */
async function pressMapCorner(): Promise<void> {
  const area = await studio.page.getByRole('application').boundingBox()
  if (!area) throw new Error('The canvas is not shown')
  await studio.page.mouse.click(area.x + area.width - 100, area.y + area.height - 130)
}

/** Zooms to 100 % with the middle of the image in the middle of the view. */
async function actualSize(): Promise<void> {
  await studio.page.keyboard.press('f')
  await studio.page.keyboard.press('Control+0')
}

async function zoomIs(text: string): Promise<void> {
  await studio.page.getByRole('toolbar').getByText(text, { exact: true }).waitFor()
}

async function sees(at: readonly [dx: number, dy: number], colour: readonly number[]): Promise<void> {
  await expect.poll(() => colourAt(...at)).toEqual(colour)
}

/** Position of the pointer, and the size of the image. */
const COORDINATES = /^x \d+ +y \d+ /

const BLUE = [1, 2, 5]
const BLACK = [0, 0, 0]
const WHITE = [8, 8, 8]

test('a large image is shown at once, and pixel by pixel at 100 % once it is prepared', async () => {
  const { page } = studio
  await page.getByRole('application', { name: /a-slide/ }).waitFor()
  await sees([0, 0], BLUE)

  await page.getByRole('application').press('h')
  await page.keyboard.press('Control+0')

  await sees([116, 56], [7, 1, 1])
  await sees([-134, -44], [1, 6, 1])
  await sees([96, 44], BLUE)
  expect(faults).toEqual([])
})

test('a box drawn at 100 % stays at the same image pixels at any zoom', async () => {
  const { page, station } = studio
  const image = await firstImage()
  const { x, y } = await middle()
  await page.keyboard.press('b')
  await page.mouse.move(x + 100, y + 40)
  await page.mouse.down()
  await page.mouse.move(x + 132, y + 72, { steps: 3 })
  await page.mouse.up()
  await page.getByText('Saved', { exact: true }).waitFor()

  const shapes = async () => (await station.studio.annotations.open({ project, image })).shapes
  await expect.poll(async () => (await shapes()).length).toBe(1)
  const [box] = await shapes()
  if (box?.kind !== 'box') throw new Error('There is no box')
  const { x0, y0, x1, y1 } = box.box
  expect([x0 - WIDTH / 2, y0 - HEIGHT / 2, x1 - x0, y1 - y0].map(Math.round)).toEqual([100, 40, 32, 32])

  await page.keyboard.press('v')
  await page.mouse.click(x + 116, y + 56)
  await page.keyboard.press('Shift+f')
  // Without its fill, the pixels below show as in the file: the red square, in the middle of the view.
  await page.keyboard.press('Delete')
  await sees([8, 8], [7, 1, 1])
  await sees([200, 200], [7, 1, 1])
  await page.keyboard.press('f')
  await sees([-150, 0], BLUE)
  expect(faults).toEqual([])
})

test('the mini map moves the view, and zoom and position can be kept for the next image', async () => {
  const { page } = studio
  await page.getByRole('application').focus()
  await actualSize()
  await sees([116, 56], [7, 1, 1])
  await pressMapCorner()
  await sees([116, 56], BLUE)

  await actualSize()
  await page.keyboard.press('w')
  await page.getByRole('button', { name: 'Keep zoom and position' }).click()
  const { x, y } = await middle()
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, -100)
  await zoomIs('110 %')
  const held = page.getByText(await page.getByText(COORDINATES).innerText())
  await page.mouse.down({ button: 'middle' })
  await page.mouse.move(x - 60, y - 40)
  await expect.poll(() => held.count()).toBe(1)
  await page.mouse.move(x, y)
  await page.mouse.up({ button: 'middle' })

  await page.keyboard.press('d')
  await page.getByRole('application', { name: /b-deep/ }).waitFor()
  await zoomIs('110 %')
  await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Keep zoom and position' }).click()
  await page.keyboard.press('w')
  await zoomIs('110 %')
  expect(faults).toEqual([])
})

test('the window of a 16-bit image is dragged, adjusted and reset', async () => {
  const { page } = studio
  await page.keyboard.press('d')
  await page.getByRole('application', { name: /b-deep/ }).waitFor()
  await actualSize()
  // The default window goes from the darker half to the brighter one.
  await sees([-100, 0], BLACK)
  await sees([100, 0], WHITE)

  await page.keyboard.press('w')
  const to = page.getByRole('slider', { name: 'Samples, to' })
  const from = page.getByRole('slider', { name: 'Samples, from' })
  await from.focus()
  await page.keyboard.press('PageUp')
  await sees([-100, 0], BLACK)
  expect(Number(await from.inputValue())).toBeGreaterThan(1000)
  await page.keyboard.press('Home')
  await to.focus()
  await page.keyboard.press('End')
  await page.getByRole('button', { name: 'Invert' }).click()
  await sees([-100, 0], WHITE)
  await sees([100, 0], BLACK)
  await page.getByRole('button', { name: 'Adjusted' }).waitFor()

  await page.getByRole('application').press('Shift+W')
  await sees([-100, 0], BLACK)
  expect(await page.getByRole('button', { name: 'Adjusted' }).count()).toBe(0)
  expect(faults).toEqual([])
})

test("images of one pixel's width or height are shown as they are", async () => {
  const { page } = studio
  for (const name of ['c-wide', 'd-tall']) {
    await page.keyboard.press('d')
    await page.getByRole('application', { name: new RegExp(name) }).waitFor()
    await actualSize()
    // In a view of even size the center of a pixel is between two others.
    await expect.poll(async () => [await colourAt(0, 0), await colourAt(-1, -1)]).toContainEqual([6, 4, 0])
  }
  expect(faults).toEqual([])
})

test('local contrast and channels apply to a dim image, and to the next one if kept', async () => {
  const { page } = studio
  const channel = (name: string) => page.getByRole('radio', { name })
  await page.keyboard.press('d')
  await page.getByRole('application', { name: /e-dim/ }).waitFor()
  await actualSize()
  await sees([0, 0], [2, 2, 0])

  const contrast = page.getByRole('slider', { name: 'Local contrast' })
  await contrast.press('End')
  await sees([0, 0], [6, 6, 0])
  await channel('Red').press('Space')
  await sees([0, 0], [6, 6, 6])
  await channel('Blue').press('Space')
  await sees([0, 0], BLACK)

  await page.getByRole('button', { name: 'Keep for the next images' }).click()
  await page.keyboard.press('a')
  await page.getByRole('application', { name: /d-tall/ }).waitFor()
  expect(await Promise.all([channel('Blue').isChecked(), contrast.inputValue()])).toEqual([true, '1'])
  await actualSize()
  await expect.poll(async () => [await colourAt(0, 0), await colourAt(-1, -1)]).toContainEqual(BLACK)

  await page.keyboard.press('d')
  await page.getByRole('application', { name: /e-dim/ }).press('Shift+W')
  await sees([0, 0], [2, 2, 0])
  expect(await page.getByRole('button', { name: 'Adjusted' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Keep for the next images' }).click()
  expect(faults).toEqual([])
})
