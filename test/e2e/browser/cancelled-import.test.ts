import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cocoDataset } from '../../kit/coco-dataset.ts'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { photo, type StationProcess } from '../../kit/station-process.ts'
import { openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

let folder: string
let opened: StudioPage
let station: StationProcess
let page: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-cancelled-'))
  await write('photos/coffee.jpg', await photo('coffee.jpg'))
  await write('photos/coins.png', await photo('coins.png'))
  for (const { path, content } of await cocoDataset()) await write(join('bay', path), content)
  opened = await openStudioPage()
  ;({ station, page } = opened)
  await page.goto(station.urls.studio)
})

afterAll(async () => {
  await opened.close()
  await removeFolder(folder)
})

keepLookOfFailures(() => page)

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), content)
}

const projects = async () => (await station.studio.projects.list()).map(({ name, images }) => `${name}, ${images}`)

/** On the page of a new project. */
async function begin(name: string, from: 'photos' | 'bay'): Promise<void> {
  await page.goto(new URL('#/?new=1', page.url()).href)
  await page.getByLabel('Name of the project').fill(name)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /Open a folder of images/ }).click(),
  ])
  await chooser.setFiles(join(folder, from))
}

/** Files whose addresses match wait for ever. */
async function hold(address: RegExp): Promise<void> {
  await page.unrouteAll()
  await page.route(address, () => undefined)
}

async function cancelImport(): Promise<void> {
  await page.getByRole('status').getByRole('button', { name: 'Cancel' }).click()
}

test('a project that was made for an import goes with it when nothing has arrived', async () => {
  await hold(/\/imports\//)
  await begin('Kitchen', 'photos')
  await expect.poll(() => page.getByText('Adding photos').isVisible()).toBe(true)
  expect(await projects()).toEqual(['Kitchen, 0'])

  await cancelImport()

  await expect.poll(projects).toEqual([])
  await expect.poll(() => page.getByRole('heading', { name: 'Start with your images' }).isVisible()).toBe(true)
  const notice = page.getByRole('status').filter({ hasText: 'The empty project was moved to the trash' })
  await notice.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(projects).toEqual(['Kitchen, 0'])
})

test('the project of a dataset goes when its review is left', async () => {
  await page.unrouteAll()
  await begin('Bay', 'bay')
  const dialog = page.getByRole('dialog', { name: 'Import bay' })
  await expect.poll(() => dialog.getByText('Recognized by the content of').isVisible()).toBe(true)

  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await expect.poll(projects).toEqual(['Kitchen, 0'])
})

test('a project stays with what has arrived', async () => {
  await hold(/\/imports\/.*coins/)
  await begin('Table', 'photos')
  await expect.poll(projects).toContain('Table, 1')

  await cancelImport()

  await expect.poll(() => page.getByText('Canceled.').isVisible()).toBe(true)
  expect(await projects()).toContain('Table, 1')
})

test('a project that was there before stays when an import into it is cancelled', async () => {
  await hold(/\/imports\//)
  await page.goto(new URL('#/p/kitchen/images', page.url()).href)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('main').getByRole('button', { name: 'Open a folder of images' }).click(),
  ])
  await chooser.setFiles(join(folder, 'photos'))
  await expect.poll(() => page.getByText('Adding photos').isVisible()).toBe(true)

  await cancelImport()

  await expect.poll(() => page.getByText('Canceled.').isVisible()).toBe(true)
  expect(await projects()).toContain('Kitchen, 0')
})
