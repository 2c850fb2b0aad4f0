import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProjectSlug } from '#common/ids'
import type { StationProcess } from '../../kit/station-process.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

const project = ProjectSlug.parse('cups')
let opened: StudioPage
let station: StationProcess
let page: Page

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  await addCupsAndBoats(station)
  await page.goto(station.urls.studio)
})

afterAll(async () => opened.close())

async function slugs(): Promise<string[]> {
  return (await station.studio.projects.list()).map(({ slug }) => slug).toSorted()
}

async function moveCupsToTrash() {
  await page.getByRole('button', { name: 'More of Cups' }).click()
  await page.getByRole('menuitem', { name: 'Move project to trash' }).click()
  await expect.poll(slugs).toEqual(['boats'])
}

test('a project is moved to the trash, and the toast restores it', async () => {
  await moveCupsToTrash()

  await page.getByRole('button', { name: 'Undo' }).click()

  await expect.poll(slugs).toEqual(['boats', 'cups'])
  await page.getByRole('link', { name: /^Cups/ }).waitFor()
})

test('the trash lists deleted items, and Enter restores them', async () => {
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

test('images that were deleted together are restored together', async () => {
  const images = await station.studio.images.ids({ project, filter: {}, sort: 'added' })
  await station.studio.images.trash({ project, images })
  await page.goto(`${station.urls.studio}#/p/cups/images`)
  await page.getByText('2 images are in the trash').waitFor()
  await page.getByRole('button', { name: 'Open the trash' }).click()

  await page.getByRole('button', { name: 'Restore 2 images' }).click()

  await page.getByText('2 images restored to Cups').waitFor()
  expect(await station.studio.images.ids({ project, filter: {}, sort: 'added' })).toEqual(images)
})
