import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from '../../kit/chromium.ts'
import { someImage } from '../../kit/images.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { readZip } from '../../kit/zip-file.ts'

let folder: string
let station: StationProcess
let page: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio'])
  const { slug: project } = await station.studio.projects.create({ name: 'Harbor', type: 'object-detection' })
  const { taskId } = await station.studio.imports.start({ project, batchName: 'Monday', expected: 3 })
  for (const name of ['quay-1.png', 'quay-2.png', 'gull.png']) await station.sendFile(taskId, name, await someImage())
  await station.studio.imports.finish({ taskId })
  page = await openPage()
  await page.goto(station.urls.studio)
  await page.getByText('Harbor').first().click()
  await shows('3 of 3')
})

afterAll(async () => {
  await page.context().close()
  await station.kill()
  await removeFolder(folder)
})

async function shows(count: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: count }).waitFor()
}

/** Presses Export in the open dialog and downloads the archive when it is offered; returns the names of its images. */
async function takeArchive(): Promise<{ name: string; images: string[] }> {
  await page.getByRole('button', { name: 'Export COCO' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).last().click(),
  ])
  const files = await readZip(await readFile(await download.path()))
  const images = [...files.keys()].filter((path) => path.endsWith('.jpg')).map((path) => path.replace(/\.rf\..*$/, ''))
  return { name: download.suggestedFilename(), images }
}

test('the images of a search are exported in the chosen format', async () => {
  await page.getByRole('combobox', { name: 'Search images' }).fill('quay')
  await shows('2 of 3')
  await page.getByRole('button', { name: 'Export these images' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export 2 images' })
  await dialog.getByText('2 images', { exact: false }).last().waitFor()

  const { name, images } = await takeArchive()

  expect(name).toBe('harbor-quay.coco.zip')
  expect(images).toEqual(['train/quay-1_png', 'train/quay-2_png'])
})

test('a selection is exported separately', async () => {
  await page.getByRole('combobox', { name: 'Search images' }).fill('gull')
  await shows('1 of 3')
  await page.getByRole('combobox', { name: 'Search images' }).blur()
  await page.keyboard.press('Control+A')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()

  const { images } = await takeArchive()

  expect(images).toEqual(['train/gull_png'])
})
