import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProjectSlug } from '#common/ids'
import { openChromium } from '../../kit/chromium.ts'
import { photo, type StationProcess, startStation } from '../../kit/station-process.ts'

const project = ProjectSlug.parse('cups')
let folder: string
let station: StationProcess
let browser: Browser
let page: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio'])
  for (const name of ['Cups', 'Boats']) await station.studio.projects.create({ name, type: 'object-detection' })
  const { taskId } = await station.studio.imports.start({ project, batchName: 'Monday', expected: 2 })
  for (const name of ['coffee.jpg', 'coins.png']) await station.sendFile(taskId, name, await photo(name))
  await station.studio.imports.finish({ taskId })
  browser = await openChromium()
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(station.urls.studio)
})

afterAll(async () => {
  await browser.close()
  await station.kill()
  await rm(folder, { recursive: true, force: true })
})

async function slugs(): Promise<string[]> {
  return (await station.studio.projects.list()).map(({ slug }) => slug).toSorted()
}

async function moveCupsToTrash() {
  await page.getByRole('button', { name: 'More of Cups' }).click()
  await page.getByRole('menuitem', { name: 'Move project to trash' }).click()
  await expect.poll(slugs).toEqual(['boats'])
}

test('a project is moved to the trash and the toast takes it back', async () => {
  await moveCupsToTrash()

  await page.getByRole('button', { name: 'Undo' }).click()

  await expect.poll(slugs).toEqual(['boats', 'cups'])
  await page.getByRole('link', { name: /^Cups/ }).waitFor()
})

test('the trash lists what was deleted, and Enter restores it', async () => {
  await moveCupsToTrash()

  await page.getByRole('link', { name: 'Trash' }).click()
  const row = page.getByRole('row', { name: /Cups/ })
  await row.getByText('30 days left').waitFor()
  await expect.poll(() => row.locator('img').evaluateAll((images) => images.length)).toBe(2)
  await row.click()
  await page.keyboard.press('Enter')

  await page.getByText('The trash is empty').waitFor()
  expect(await slugs()).toEqual(['boats', 'cups'])
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.poll(() => page.url()).toContain('#/p/cups/images')
})

test('pictures that were deleted together come back together', async () => {
  const images = await station.studio.images.ids({ project, filter: {}, sort: 'added' })
  await station.studio.images.trash({ project, images })
  await page.getByRole('link', { name: 'Trash' }).click()

  await page.getByRole('button', { name: 'Restore 2 images' }).click()

  await page.getByText('2 images restored to Cups').waitFor()
  expect(await station.studio.images.ids({ project, filter: {}, sort: 'added' })).toEqual(images)
})
