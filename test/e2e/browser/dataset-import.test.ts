import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ProjectSlug } from '#common/ids'
import { cocoDataset } from '../../kit/coco-dataset.ts'
import type { StationProcess } from '../../kit/station-process.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'
import { makeZip } from '../../kit/zip-maker.ts'

const cups = ProjectSlug.parse('cups')
let folder: string
let opened: StudioPage
let station: StationProcess
let page: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-dataset-'))
  const entries = await cocoDataset()
  for (const { path, content } of entries) {
    await mkdir(dirname(join(folder, 'bay', path)), { recursive: true })
    await writeFile(join(folder, 'bay', path), content)
  }
  await writeFile(join(folder, 'bay.zip'), makeZip(entries))
  opened = await openStudioPage()
  ;({ station, page } = opened)
  await addCupsAndBoats(station)
  await page.goto(station.urls.studio)
  await page.getByRole('link', { name: /^Cups/ }).click()
})

afterAll(async () => {
  await opened.close()
  await rm(folder, { recursive: true, force: true })
})

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: `test-results/${task.name.slice(0, 40)}.png` })
})

async function choose(entry: RegExp, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Add images' }).first().click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: entry }).click(),
  ])
  await chooser.setFiles(path)
}

async function images() {
  const { rows } = await station.studio.images.page({ project: cups, filter: {}, sort: 'name', offset: 0, limit: 50 })
  return rows
}

test('a folder with labels is shown as what it would become, and nothing is written before a person says so', async () => {
  await choose(/Data set from a folder/, join(folder, 'bay'))

  const dialog = page.getByRole('dialog', { name: 'Import bay' })
  await dialog.getByText('Recognised by the content of 2 files').waitFor()
  await dialog.getByRole('button', { name: 'Import 6 pictures' }).waitFor()
  expect(await dialog.getByRole('list', { name: 'Pictures', exact: true }).innerText()).toMatch(
    /6\s+new pictures\s+2\s+already here\s+1\s+refused/,
  )
  await dialog.getByText('train/_annotations.coco.json').first().waitFor()
  expect(await images()).toHaveLength(2)
  await page.evaluate(() => {
  })
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await expect.poll(async () => page.getByRole('dialog').count()).toBe(0)
  expect(await images()).toHaveLength(2)
})
