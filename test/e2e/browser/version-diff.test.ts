import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { StationProcess } from '../../kit/station-process.ts'
import { openStudioPage, type StudioPage } from '../../kit/studio-page.ts'
import { makeTwoVersions } from '../../kit/two-versions.ts'

let opened: StudioPage
let station: StationProcess
let page: Page
let origin: string

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  await makeTwoVersions(station)
  await page.goto(station.urls.studio)
  origin = new URL(page.url()).origin
  await page.getByRole('link', { name: /^Kitchen/ }).click()
})

afterAll(async () => opened.close())

/** Saves a screenshot beside the report when a test fails. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: `test-results/${task.name.slice(0, 40)}.png` })
})

const figure = (name: string) => page.getByRole('radiogroup', { name: 'Which images' }).getByRole('radio', { name })
const images = () => page.getByRole('listbox', { name: 'Images that differ' }).getByRole('option')

async function shownNames(): Promise<string[]> {
  const names = await images().evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label') ?? ''))
  return names.map((name) => name.split(',')[0] ?? '')
}

test('the versions page compares the current version with the one before it', async () => {
  await page.getByRole('link', { name: 'Versions' }).click()
  await page.getByRole('button', { name: 'Compare' }).click()

  await page.getByRole('heading', { name: 'Compare versions' }).waitFor()
  await page.getByText('Version 1: 3 source images with 4 annotations. Version 2: 3 with 4.').waitFor()
  expect(page.url()).toContain('/#/p/kitchen/versions/diff?from=1&to=2')
  await expect.poll(shownNames).toEqual(['chelsea.jpg', 'coffee.jpg', 'rocket.jpg', 'coins.png'])
})

test('recipe and classes are shown side by side, with the changes in words', async () => {
  const panel = page.getByRole('complementary', { name: 'Recipe and classes' })

  await panel.getByRole('row', { name: 'Fit within 640 × 640 Fit within 416 × 416' }).waitFor()
  await panel.getByRole('row', { name: 'Not applied Flip horizontal' }).waitFor()
  await panel.getByRole('row', { name: 'pet was animal 1 2' }).waitFor()
  expect(await panel.getByRole('row', { name: 'Auto-orient' }).getByRole('cell').count()).toBe(1)
})

test('a number shows the images behind it, and the address keeps the choice', async () => {
  await figure('1 Removed images').click()
  await expect.poll(shownNames).toEqual(['coins.png'])
  expect(page.url()).toContain('show=out')

  await page.reload()

  await expect.poll(shownNames).toEqual(['coins.png'])
  await figure('4 Differ').click()
  await expect.poll(shownNames).toHaveLength(4)
})

test('an image opens with its annotations, and the arrow keys go to the next one', async () => {
  await page.getByRole('option', { name: /^coffee\.jpg/ }).click()
  const dialog = page.getByRole('dialog', { name: 'coffee.jpg' })
  const changes = dialog.getByRole('list', { name: 'Annotation changes' })
  await changes.getByText(/^Moved slightly, \d\d % overlap$/).waitFor()
  expect(await changes.getByRole('listitem').count()).toBe(3)

  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: 'rocket.jpg' }).getByText('Added to', { exact: false }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('the list can be navigated by keyboard', async () => {
  await page.getByRole('listbox', { name: 'Images that differ' }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'rocket.jpg' })
  await dialog.getByText('3 of 4').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Images that differ')
})

test('versions are swapped, and comparing one with itself says so', async () => {
  await page.getByRole('button', { name: 'Swap the versions' }).click()
  await page.getByRole('row', { name: 'animal was pet 2 1' }).waitFor()
  expect(page.url()).toContain('from=2&to=1')

  await page.goto(`${origin}/#/p/kitchen/versions/diff?from=2&to=2`)

  await page.getByText('Version 2 is compared with itself').waitFor()
})

test('a project with fewer than two versions says what is needed', async () => {
  await station.studio.projects.create({ name: 'Boats', type: 'object-detection' })

  await page.goto(`${origin}/#/p/boats/versions/diff`)

  await page.getByText('Nothing to compare yet').waitFor()
  await page.getByRole('button', { name: 'All versions' }).click()
  await page.getByText('No version yet').waitFor()
  expect(await page.getByRole('button', { name: 'Compare' }).count()).toBe(0)
})
