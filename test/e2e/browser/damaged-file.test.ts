import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImageId, ProjectSlug } from '#common/ids'
import { blobPathOf } from '../../kit/damage.ts'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import { photo, type StationProcess } from '../../kit/station-process.ts'
import { addImages, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

const NAMES = ['chelsea.jpg', 'coffee.jpg', 'coins.png', 'rocket.jpg'] as const

let opened: StudioPage
let station: StationProcess
let page: Page
let project: ProjectSlug
let images: readonly ImageId[]

/** Of four images, one has other bytes of another length, one a flipped bit, and one is missing. */
beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  ;({ slug: project } = await station.studio.projects.create({ name: 'Cups', type: 'object-detection' }))
  const files = await Promise.all(NAMES.map(async (name) => ({ name, bytes: await photo(name) })))
  await addImages(station, { project, batch: 'Monday' }, files)
  images = await station.studio.images.ids({ project, filter: {}, sort: 'name' })
  const blobs = join(dirname(opened.database), 'blobs')
  await writeFile(blobPathOf(blobs, await photo('coffee.jpg')), 'damaged')
  await rm(blobPathOf(blobs, await photo('rocket.jpg')))
  const coins = await photo('coins.png')
  await writeFile(blobPathOf(blobs, coins), coins.fill(0, 100))
  await page.goto(station.urls.studio)
})

afterAll(async () => opened.close())

keepLookOfFailures(() => page)

const tile = (name: string) => page.getByRole('listbox', { name: 'Images' }).getByRole('option', { name })
const note = () => page.getByRole('alert').filter({ hasText: 'Damaged file' })

async function open(address: string): Promise<void> {
  await page.goto(new URL(`#/p/${project}/${address}`, page.url()).href)
}

test('the grid marks the images whose stored files are damaged or missing', async () => {
  await open('images?sort=name')

  for (const name of ['coffee.jpg, damaged file', 'rocket.jpg, damaged file'])
    await expect.poll(() => tile(name).getByText('Damaged file').isVisible()).toBe(true)
  expect(await tile('chelsea.jpg').getByText('Damaged file').count()).toBe(0)
})

test('Annotate says which file is damaged, and goes on to the next image', async () => {
  const [first] = images
  await open(`annotate?sort=name&image=${first}`)
  await expect.poll(() => page.getByRole('application', { name: /^chelsea\.jpg/ }).isVisible()).toBe(true)
  await expect.poll(() => note().count()).toBe(0)

  for (const name of ['coffee.jpg', 'coins.png', 'rocket.jpg']) {
    await page.keyboard.press('d')
    const sentence = `The stored file of ${name} is damaged or missing. Upload the image again`
    await expect.poll(() => note().getByText(sentence).isVisible()).toBe(true)
  }
})

test('the filmstrip marks them too, and shows no broken images', async () => {
  const [first] = images
  await open(`annotate?sort=name&image=${first}`)
  const strip = page.getByRole('listbox', { name: 'Images of the queue' })

  await strip.getByRole('option', { name: 'Image 4 of 4, damaged file' }).getByText('Damaged file').waitFor()
  const isBroken = (all: (SVGElement | HTMLElement)[]) =>
    all.some(
      (each) =>
        each instanceof HTMLImageElement &&
        each.naturalWidth === 0 &&
        each.checkVisibility({ visibilityProperty: true }),
    )
  await expect.poll(() => strip.locator('img').evaluateAll(isBroken)).toBe(false)
})

test('an image that was uploaded again is reported as repaired, and no longer marked', async () => {
  await open('images?sort=name')
  await expect.poll(() => tile('coins.png, damaged file').isVisible()).toBe(true)

  const files = await Promise.all(NAMES.map(async (name) => ({ name, bytes: await photo(name) })))
  await page.getByRole('button', { name: 'Add images' }).first().click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: /^Files…/ }).click(),
  ])
  const payloads = files.slice(1).map(({ name, bytes }) => ({ name, mimeType: 'image/jpeg', buffer: bytes }))
  await chooser.setFiles(payloads)

  await page.getByText('3 images repaired').waitFor()
  await expect.poll(() => page.getByText('Damaged file').count()).toBe(0)
  expect(await page.getByText('Every file was new').count()).toBe(0)
  await page.getByRole('button', { name: 'Show report' }).click()
  const report = page.getByRole('dialog', { name: '3 images repaired' })
  await report.getByRole('radio', { name: 'Repaired 3' }).click()
  await report.getByText('The stored file of coins.png was damaged or missing and has been repaired').waitFor()
  expect(await report.getByRole('radio', { name: /Already here/ }).count()).toBe(0)
})
