import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImageId, ProjectSlug } from '#common/ids'
import { openPage } from '../../kit/chromium.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { photo, type StationProcess, startStation } from '../../kit/station-process.ts'
import { addImages } from '../../kit/studio-page.ts'

const project = ProjectSlug.parse('cups')

let folder: string
let station: StationProcess
let page: Page
let image: ImageId

const start = () => startStation(join(folder, 'library'), ['--only', 'studio'])

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  station = await start()
  page = await openPage()
  await station.studio.projects.create({ name: 'Cups', type: 'instance-segmentation' })
  await station.studio.projects.classes.create({ project, name: 'cup' })
  await addImages(station, { project, batch: 'Monday' }, [{ name: 'coffee.jpg', bytes: await photo('coffee.jpg') }])
  const [first] = await station.studio.images.ids({ project, filter: {}, sort: 'added' })
  image = ImageId.parse(first)
  await openAnnotate()
})

afterAll(async () => {
  await page.context().close()
  await station.kill()
  await removeFolder(folder)
})

async function openAnnotate(): Promise<void> {
  await page.goto(station.urls.studio)
  await page.getByText('Cups').first().click()
  await page.getByRole('link', { name: 'Annotate' }).first().click()
  await page.getByText('Saved', { exact: true }).waitFor()
}

/** Presses a point of the canvas, in pixels from its top left corner. */
async function press(x: number, y: number): Promise<void> {
  const place = await page.getByRole('application').boundingBox()
  await page.mouse.click((place?.x ?? 0) + x, (place?.y ?? 0) + y)
}

async function drawBox(x: number, y: number): Promise<void> {
  await page.keyboard.press('b')
  await press(x, y)
  await press(x + 60, y + 80)
}

const objects = () => page.getByRole('tab', { name: 'Objects' })
const entries = () => page.getByRole('listbox', { name: 'Changes, latest first' }).getByRole('option')

test('the history previews earlier annotations, and restores them as one change that can be undone', async () => {
  await drawBox(200, 200)
  await drawBox(300, 200)
  await drawBox(400, 200)
  await page.keyboard.press('Control+z')
  await expect.poll(() => objects().textContent()).toContain('2')
  await page.getByRole('tab', { name: 'History' }).click()

  await expect.poll(() => entries().count()).toBe(4)
  expect(await entries().allInnerTexts()).toEqual([
    expect.stringContaining('Undone: Draw box'),
    expect.stringMatching(/Draw box\s*, undone/),
    expect.stringContaining('Draw box'),
    expect.stringContaining('Draw box'),
  ])
  await entries().last().click()
  await page.getByText('3 changes before the current state').waitFor()
  await drawBox(500, 300)
  await page.getByRole('button', { name: 'Go back to here' }).click()
  await expect.poll(() => entries().count()).toBe(5)
  expect(await objects().textContent()).toContain('1')
  await page.keyboard.press('Control+z')
  await expect.poll(() => objects().textContent()).toContain('2')
  await page.getByText('Saved', { exact: true }).waitFor()

  const { shapes } = await station.studio.annotations.open({ project, image })
  expect(shapes).toHaveLength(2)
})

test('a notice that is raised again while it leaves stays', async () => {
  const notice = page.getByRole('status').filter({ hasText: 'This image has 2 shapes' })
  await page.getByRole('application').focus()
  await page.keyboard.press('/')
  await notice.waitFor()

  await page.evaluate(async () => {
    document.querySelector<HTMLElement>('[data-sonner-toast] [aria-label=Close]')?.click()
    while (!document.querySelector('[data-removed=true]')) await new Promise(requestAnimationFrame)
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: '/', code: 'Slash', bubbles: true }))
  })
  await page.locator('[data-removed=true]').waitFor({ state: 'detached' })

  await expect.poll(() => notice.count()).toBe(1)
  await notice.getByRole('button', { name: 'Close' }).click()
  await notice.waitFor({ state: 'detached' })
})

test('an unfinished polygon is restored after the program is killed', async () => {
  await page.keyboard.press('p')
  await press(150, 400)
  await press(400, 420)
  await press(300, 500)
  await expect
    .poll(async () => (await station.studio.annotations.open({ project, image })).sketch?.points)
    .toHaveLength(6)

  await station.kill()
  station = await start()
  await openAnnotate()
  await page.getByText('3 points').waitFor()
  await page.getByRole('application').press('Enter')
  await page.getByText('3 points').waitFor({ state: 'detached' })
  await page.getByText('Saved', { exact: true }).waitFor()

  const { shapes, sketch } = await station.studio.annotations.open({ project, image })
  expect(shapes.map(({ kind }) => kind)).toEqual(['box', 'box', 'polygon'])
  expect(sketch).toBeNull()
})

test('commands, pages and images are found by name from anywhere, most recent first', async () => {
  const field = page.getByRole('combobox', { name: 'Search images, classes, commands' })
  const answers = page.getByRole('listbox', { name: 'Results' }).getByRole('option')

  await page.keyboard.press('Control+k')
  await field.fill('zoom to 100')
  await page.keyboard.press('Enter')
  await page.getByText('100 %', { exact: true }).waitFor()

  await page.keyboard.press('Control+k')
  expect(await answers.first().innerText()).toContain('Zoom to 100 %')
  await field.fill('cof')
  await page.getByRole('option', { name: 'coffee.jpg' }).waitFor()
  await field.fill('health')
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Health' }).waitFor()
})

test('another tool’s keys can be imported, and a key that another command loses is reported', async () => {
  await page.keyboard.press('Control+,')
  await page.getByRole('button', { name: /Keys as in/ }).click()
  await page.getByRole('option', { name: 'CVAT' }).click()
  await page.getByRole('button', { name: 'Change keys' }).click()
  await page.getByRole('button', { name: 'Change the key of Hand' }).click()
  await page.keyboard.press('b')
  await page.getByText('B is the key of “Box”').waitFor()
  await page.getByRole('button', { name: 'Use it for “Hand”' }).click()
  await page.getByText('1 key of your own').or(page.getByText('2 keys of your own')).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()

  await openAnnotate()
  await page.keyboard.press('b')

  await page.getByRole('button', { name: 'Hand', pressed: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Box', exact: true }).innerText()).toBe('')
})

test('annotations that a program wrote meanwhile are there when the image is opened again', async () => {
  const { revision, shapes } = await station.studio.annotations.open({ project, image })
  await expect.poll(() => objects().textContent()).toContain(String(shapes.length))
  await page.evaluate(() => {
    location.hash = '#/p/cups/images'
  })
  await page.getByRole('application').waitFor({ state: 'detached' })
  const changes = shapes.map((before) => ({ before, after: null }))
  await station.studio.annotations.commit({ project, image, revision, edit: { label: 'Program', changes } })
  await page.goBack()

  await page.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => objects().textContent()).not.toContain(String(shapes.length))
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await station.studio.annotations.open({ project, image })).shapes).toEqual(shapes)
})
