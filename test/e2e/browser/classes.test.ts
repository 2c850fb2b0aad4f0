import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectSlug } from '#common/ids'
import { openPage } from '../../kit/chromium.ts'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { photo, type StationProcess, startStation } from '../../kit/station-process.ts'

let folder: string
let station: StationProcess
let page: Page
let project: ProjectSlug
const faults: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio,management'])
  page = await openPage()
  page.on('pageerror', (failure) => faults.push(failure.message))
  project = (await station.studio.projects.create({ name: 'Table', type: 'object-detection' })).slug
  for (const name of ['mug', 'plate', 'cup']) await station.studio.projects.classes.create({ project, name })
  const { taskId } = await station.studio.imports.start({ project, batchName: 'Monday', expected: 1 })
  await station.sendFile(taskId, 'coffee.jpg', await photo('coffee.jpg'))
  await station.studio.imports.finish({ taskId })
  await page.goto(`${station.urls.studio}#/p/${project}/annotate`)
  await page.getByRole('application', { name: 'coffee.jpg' }).waitFor()
})

afterAll(async () => {
  await page.context().close()
  await station.kill()
  await removeFolder(folder)
})

keepLookOfFailures(() => page)

const rows = () => page.getByRole('list', { name: 'Classes' }).getByRole('listitem')
const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}, `) })
const dialog = () => page.getByRole('dialog')

async function saved(): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: /^Saved$/ })
    .waitFor()
}

async function drawBox(x: number, y: number): Promise<void> {
  const box = await page.getByRole('application').boundingBox()
  if (box === null) throw new Error('The canvas is not shown')
  const [left, top] = [box.x + box.width * x, box.y + box.height * y]
  await page.mouse.move(left, top)
  await page.mouse.down()
  await page.mouse.move(left + 60, top + 60, { steps: 4 })
  await page.mouse.up()
}

async function choose(name: string, act: string): Promise<void> {
  await row(name).hover()
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

test('classes are renamed, reordered, coloured and given keys in their rows', async () => {
  await page.keyboard.press('b')
  await drawBox(0.3, 0.3)
  await page.keyboard.press('2')
  await drawBox(0.5, 0.3)
  await saved()
  await page.getByRole('tab', { name: 'Classes' }).click()
  await row('mug').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('beaker')
  await page.keyboard.press('Enter')
  await row('beaker').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect
    .poll(async () => (await rows().allTextContents()).filter(Boolean))
    .toEqual(['1plate11', '2beaker11', '3cup00'])

  await row('cup').dragTo(row('plate'))
  await expect.poll(() => rows().nth(0).textContent()).toBe('1cup00')
  await page.getByRole('button', { name: 'Color of cup: Vermilion' }).click()
  await page.getByRole('button', { name: 'Iris', exact: true }).click()
  await page.getByRole('button', { name: 'Color of cup: Iris' }).waitFor()

  await choose('cup', 'Key…')
  await page.keyboard.press('d')
  await dialog().getByText('“Next image”, which loses it in this project').waitFor()
  await page.keyboard.press('Alt+c')
  await dialog().getByText('is free').waitFor()
  await dialog().getByRole('button', { name: 'Use this key' }).click()
  await expect.poll(() => rows().nth(0).textContent()).toContain('Alt C')
  await page.getByRole('application').focus()
  await page.keyboard.press('Alt+c')
  await expect.poll(() => row('cup').getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('`')
  await expect.poll(() => row('plate').getAttribute('aria-pressed')).toBe('true')
})

async function mergeBeaker(): Promise<void> {
  await row('beaker').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('plate')
  await page.keyboard.press('Enter')
  await dialog().getByText('1 annotation on 1 image will become plate.').waitFor()
  await dialog().getByRole('button', { name: 'Merge 1 annotation' }).click()
  await row('plate').filter({ hasText: 'plate' }).waitFor()
  await expect.poll(() => rows().count()).toBe(2)
  await page.getByRole('button', { name: 'plate, 2 shapes' }).waitFor()
}

test('an existing name offers a merge, which is undone by the key and from its notice', async () => {
  await mergeBeaker()
  await page.getByRole('button', { name: 'Undo: Merge classes' }).waitFor()
  await page.getByRole('application').focus()
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'beaker, 1 shape' }).waitFor()
  await mergeBeaker()

  await page.getByRole('status').filter({ hasText: 'merged into' }).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'beaker, 1 shape' }).waitFor()
  await page.getByRole('button', { name: 'Undo: Merge classes' }).waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'History' }).click()
  await expect.poll(() => page.getByText('Undo merging class "beaker" into "plate"').count()).toBe(2)
  await page.getByRole('tab', { name: 'Classes' }).click()
})

test('attributes of shapes are set by keys, and a missing required one is a lint', async () => {
  await choose('plate', 'Attributes…')
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Glaze')
  await dialog().getByRole('textbox', { name: 'Choice 1' }).fill('white')
  await page.keyboard.press('Enter')
  await dialog().getByRole('textbox', { name: 'Choice 2' }).fill('red')
  await dialog().getByText('Required').click()
  await dialog().getByRole('button', { name: 'Save attributes' }).click()
  await page.getByRole('tab', { name: 'Objects' }).click()
  await page.getByText('1 thing to look at').waitFor()

  await page.getByRole('row', { name: /^plate 1/ }).click()
  await page.getByRole('application').focus()
  await page.keyboard.press('F2')
  await page.keyboard.press('2')
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: 'plate 1 red' }).waitFor()
  await page.getByText('thing to look at').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await page.getByText('1 thing to look at').waitFor()

  await page.getByRole('tab', { name: 'Classes' }).click()
  await choose('plate', 'Show its images')
  await page.waitForURL(/images\?class=/)
  expect(faults).toEqual([])
})

test('the compact density has lower rows, also in the next window', async () => {
  const project = page.url()
  const pitch = async () => {
    const [first, second] = await rows().all()
    return ((await second?.boundingBox())?.y ?? 0) - ((await first?.boundingBox())?.y ?? 0)
  }
  const classes = async () => {
    await page.goto(project.replace(/images.*/, 'annotate'))
    await page.getByRole('tab', { name: 'Classes' }).click()
    await rows().nth(1).waitFor()
  }
  await classes()
  expect(await pitch()).toBe(28)

  await page.goto(project.replace(/#.*/, '#/settings'))
  await page.getByRole('radio', { name: 'Compact' }).click()
  await classes()
  expect(await pitch()).toBe(24)
  await page.reload()
  await classes()
  expect(await pitch()).toBe(24)
  expect(faults).toEqual([])
})
