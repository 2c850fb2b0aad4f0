import { rm, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectSlug } from '#common/ids'
import { blobPathOf } from '../../kit/damage.ts'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import { photo, type StationProcess } from '../../kit/station-process.ts'
import { addImages, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

const NAMES = ['chelsea.jpg', 'coffee.jpg', 'coins.png', 'rocket.jpg'] as const

let opened: StudioPage
let station: StationProcess
let page: Page
let project: ProjectSlug

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  const { studio } = station
  ;({ slug: project } = await studio.projects.create({ name: 'Cups', type: 'object-detection' }))
  await upload('Monday')
  for (const image of await studio.images.ids({ project, filter: {}, sort: 'name' })) {
    const { revision } = await studio.annotations.open({ project, image })
    await studio.annotations.setState({ project, image, revision, done: true, isNull: true })
  }
  await page.goto(station.urls.studio)
})

afterAll(async () => opened.close())

keepLookOfFailures(() => page)

async function upload(batch: string): Promise<void> {
  const images = await Promise.all(NAMES.map(async (name) => ({ name, bytes: await photo(name) })))
  await addImages(station, { project, batch }, images)
}

/** The length stays the same, so that only reading the file detects the damage. */
async function flipBits(name: (typeof NAMES)[number]): Promise<void> {
  const bytes = await photo(name)
  await writeFile(await storedAt(name), bytes.fill(0, 100))
}

async function storedAt(name: (typeof NAMES)[number]): Promise<string> {
  return blobPathOf(join(dirname(opened.database), 'blobs'), await photo(name))
}

async function open(address: string): Promise<void> {
  await page.goto(new URL(`#/p/${project}/${address}`, page.url()).href)
}

const tile = (name: string) => page.getByRole('listbox', { name: 'Images' }).getByRole('option', { name })
const faulty = () => page.getByRole('list', { name: 'Images with damaged or missing files' })

test('an image that the generation of a version found damaged is marked in the grid and named by Health', async () => {
  await flipBits('coins.png')
  await open('images?sort=name')
  await expect.poll(() => tile('coins.png').isVisible()).toBe(true)
  expect(await page.getByText('Damaged file').count()).toBe(0)

  const settings = { preprocessing: {}, augmentation: {} }
  await station.studio.versions.start({ project, name: '', settings, seed: '00112233445566778899aabbccddeeff' })

  await expect.poll(() => tile('coins.png, damaged file').getByText('Damaged file').isVisible()).toBe(true)
  await open('health')
  await expect.poll(() => faulty().getByRole('link').allInnerTexts()).toEqual(['coins.png'])
})

test('Health names the images whose files are missing, cut or damaged, and opens them', async () => {
  await open('health')
  await page.getByText('1 damaged or missing file.').waitFor()
  await rm(await storedAt('rocket.jpg'))
  await truncate(await storedAt('coffee.jpg'), 1000)

  await page.getByRole('button', { name: 'Check again' }).click()

  await expect.poll(() => page.getByText('3 damaged or missing files.').isVisible()).toBe(true)
  expect(await faulty().getByRole('link').allInnerTexts()).toEqual(['coffee.jpg', 'coins.png', 'rocket.jpg'])
  await faulty().getByRole('link', { name: 'rocket.jpg' }).click()
  await page.getByRole('alert').filter({ hasText: 'Damaged file' }).waitFor()
})

test('the wizard says before its first step that a version cannot be generated from damaged files', async () => {
  await open('versions/new')

  const sentence = 'The stored files of 3 images are damaged or missing, so the version cannot be generated.'
  await expect.poll(() => page.getByText(sentence).isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Show in Health' }).click()
  await faulty().waitFor()
})

test('a version cannot be started from files known to be damaged until they are uploaded again', async () => {
  await open('versions/new')
  const generate = page.getByRole('button', { name: /^Generate version/ })
  await page.getByText(/The stored files of 3 images are damaged/).waitFor()
  for (const _step of ['images', 'preprocess', 'augment']) await page.keyboard.press('Control+Enter')

  await expect.poll(() => generate.getAttribute('aria-disabled')).toBe('true')
  await expect
    .poll(() => page.getByText('3 damaged images must be uploaded again first').first().isVisible())
    .toBe(true)
  await page.keyboard.press('Control+Enter')
  const { number } = await station.studio.versions.next({ project })
  expect(number).toBe(2)

  await upload('Again')
  for (const _step of ['augment', 'preprocess', 'images']) await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.poll(() => page.getByText(/The stored files of/).count()).toBe(0)
  for (const _step of ['images', 'preprocess', 'augment']) await page.keyboard.press('Control+Enter')
  await expect.poll(() => generate.getAttribute('aria-disabled')).not.toBe('true')
})

test('Health reports no damage after the images were uploaded again', async () => {
  await upload('Tuesday')

  await open('health')
  await page.getByRole('button', { name: 'Check again' }).click()

  await expect
    .poll(() =>
      page
        .getByText('No damaged or missing files found. The content of a file is checked when it is read.')
        .isVisible(),
    )
    .toBe(true)
  expect(await faulty().count()).toBe(0)
})

test('images that an export found damaged are marked in the grid', async () => {
  await flipBits('chelsea.jpg')
  await open('images?sort=name')
  await expect.poll(() => tile('chelsea.jpg').isVisible()).toBe(true)
  await page.keyboard.press('Control+A')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await page.getByRole('button', { name: 'Export COCO' }).click()

  await expect.poll(() => tile('chelsea.jpg, damaged file').isVisible()).toBe(true)
})
