import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProjectSlug } from '#common/ids'
import { openPage } from '../../kit/chromium.ts'
import { publishProject } from '../../kit/published.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { photo, type StationProcess, startStation } from '../../kit/station-process.ts'

const project = ProjectSlug.parse('cups')
let folder: string
let station: StationProcess
let page: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  const catalog = join(folder, 'shared')
  await publishProject(catalog, 'harbour')
  station = await startStation(join(folder, 'library'), ['--only', 'studio', '--catalog', catalog])
  page = await openPage()
  await page.goto(station.urls.studio)
})

afterAll(async () => {
  await page.context().close()
  await station.kill()
  await removeFolder(folder)
})

const tile = (name: string) => page.getByRole('article', { name })
const status = (text: string) => page.getByRole('status').getByText(text, { exact: true })

async function slugs(): Promise<string[]> {
  return (await station.studio.projects.list()).map(({ slug }) => slug).toSorted()
}

test('a first run can begin with a copy of a published project', async () => {
  await page.getByRole('button', { name: /^Copy a project from the catalog/ }).click()
  const image = tile('Harbour boats').locator('img')
  await expect.poll(() => image.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(64)

  await tile('Harbour boats').getByRole('button', { name: 'Copy into my projects' }).click()
  await tile('Harbour boats').getByRole('button', { name: 'Open the copy' }).click()

  await expect.poll(() => page.url()).toContain('#/p/harbour-boats/images')
  expect(await station.studio.projects.classes.list({ project: ProjectSlug.parse('harbour-boats') })).toMatchObject([
    { name: 'buoy', color: 7, shapes: 1 },
    { name: 'boat', color: 2, shapes: 1 },
  ])
})

test('a project is made public in its menu, found by a class, and made private by the toast', async () => {
  await station.studio.projects.create({ name: 'Cups', type: 'object-detection' })
  await station.studio.projects.classes.create({ project, name: 'saucer' })
  const { taskId } = await station.studio.imports.start({ project, batchName: 'Monday', expected: 1 })
  await station.sendFile(taskId, 'coffee.jpg', await photo('coffee.jpg'))
  await station.studio.imports.finish({ taskId })
  await page.getByRole('link', { name: 'All projects' }).click()

  await page.getByRole('button', { name: 'More of Cups' }).click()
  await page.getByRole('menuitem', { name: 'Make public: others can see and copy it' }).click()
  await page.getByText('Cups is in the catalog').waitFor()
  await page.getByRole('link', { name: 'Catalog' }).click()
  await status('2 projects').waitFor()
  await page.getByRole('searchbox', { name: 'Search the catalog' }).fill('class:saucer')
  await status('1 project').waitFor()
  await tile('Cups').getByText('Yours').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()

  await page.getByText('No matching projects').waitFor()
  expect(await station.studio.projects.read({ project })).toMatchObject({ isPublic: false })
})

test('a search by image lists the project with the most similar image first', async () => {
  await station.studio.projects.setPublic({ project, isPublic: true })
  await page.getByRole('button', { name: 'Clear' }).click()
  await status('2 projects').waitFor()

  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Search by image' }).click()
  const file = { name: 'mine.jpg', mimeType: 'image/jpeg', buffer: await photo('coffee.jpg') }
  await (await chosen).setFiles(file)

  await page.getByText('Most similar to mine.jpg').waitFor()
  await expect.poll(() => page.getByRole('article').first().getAttribute('aria-label')).toBe('Cups')
  await page.getByRole('button', { name: 'Remove filter Most similar to mine.jpg' }).click()
  await expect.poll(() => page.getByRole('article').first().getAttribute('aria-label')).toBe('Harbour boats')
})

test('a file that is not an image cannot be searched by, and the reason names it', async () => {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Search by image' }).click()
  await (await chosen).setFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no image') })

  const reason = page.getByRole('alert').filter({ hasText: 'notes.png: The image cannot be read' })
  await reason.waitFor()
  await reason.getByRole('button', { name: 'Close' }).click()
  expect(await page.getByRole('button', { name: /^Remove filter/ }).count()).toBe(0)
})

test('a project is published from its menu, and the next search finds it with its annotations', async () => {
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.getByRole('button', { name: 'More of Harbour boats' }).click()
  await page.getByRole('menuitem', { name: 'Publish to the catalog folder shared' }).click()
  await page.getByText('Harbour boats published with 3 images in').waitFor()
  await page.getByRole('link', { name: 'Catalog' }).click()

  await status('3 projects').waitFor()
  const { cards } = await station.studio.catalog.search({ text: 'catalog/harbour-boats', looks: null, limit: 9 })
  expect(cards).toMatchObject([
    {
      name: 'Harbour boats',
      images: 3,
      license: 'CC BY 4.0',
      classes: [
        { name: 'buoy', shapes: 1 },
        { name: 'boat', shapes: 1 },
      ],
    },
  ])
})

test('a second copy of a project gets a number', async () => {
  const before = await slugs()

  await tile('Cups').getByRole('button', { name: 'Copy into my projects' }).click()
  await tile('Cups').getByText('Cups 2 copied into your projects, 1 image').waitFor()
  await tile('Cups').getByRole('button', { name: 'Copy again' }).click()
  await tile('Cups').getByRole('button', { name: 'Copy into my projects' }).click()
  await tile('Cups').getByText('Cups 3 copied into your projects, 1 image').waitFor()

  expect(await slugs()).toEqual([...before, 'cups-2', 'cups-3'].toSorted())
})
