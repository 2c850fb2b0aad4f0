import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImageId } from '#common/ids'
import { keepLookOfFailures } from '../../../kit/failure-shot.ts'
import { type Deck, openDeck } from '../../../kit/review-deck.ts'
import { photo, type StationProcess } from '../../../kit/station-process.ts'
import { addImages, openStudioPage, type StudioPage } from '../../../kit/studio-page.ts'

let opened: StudioPage
let station: StationProcess
let page: Page
let deck: Deck

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  deck = await openDeck(station, ['astronaut.jpg', 'chelsea.jpg', 'coffee.jpg', 'coins.png'])
  await page.goto(station.urls.studio)
})

afterAll(() => opened.close())

keepLookOfFailures(() => page)

const imageAt = (place: number): ImageId => deck.images[place] ?? deck.images[0] ?? expect.fail('the deck is empty')
const place = () => page.getByRole('toolbar', { name: 'Image' }).innerText()
const note = () => page.getByRole('alert').filter({ hasText: 'is in the trash' })

async function openImage(at: number): Promise<void> {
  const { project } = deck
  await page.goto(new URL(`#/p/${project}/annotate?sort=name&image=${imageAt(at)}`, page.url()).href)
  await page.getByText('Saved', { exact: true }).waitFor()
}

/** Moves an image to the trash like another window or a program does. */
const trash = (at: number) => station.studio.images.trash({ project: deck.project, images: [imageAt(at)] })
const isShown = (name: string) => page.getByRole('application', { name }).waitFor()

test('an image that is moved to the trash meanwhile says so, cannot be drawn on, and can be restored', async () => {
  await openImage(1)
  await trash(1)

  await note().getByText('chelsea.jpg is in the trash').waitFor()
  await expect.poll(place).toMatch(/^–\s*of 3/)
  const canvas = await page.getByRole('application').boundingBox()
  await page.mouse.move((canvas?.x ?? 0) + 300, (canvas?.y ?? 0) + 300)
  await page.mouse.down()
  await page.mouse.move((canvas?.x ?? 0) + 400, (canvas?.y ?? 0) + 400, { steps: 4 })
  await page.mouse.up()
  expect(await page.getByText(imageAt(1)).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)

  await note().getByRole('button', { name: 'Restore' }).click()
  await note().waitFor({ state: 'detached' })
  await page.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(place).toMatch(/^2\s*of 4/)
  const { shapes } = await station.studio.annotations.open({ project: deck.project, image: imageAt(1) })
  expect(shapes).toHaveLength(1)
})

test('the next key leads from an image in the trash to the next remaining one', async () => {
  await openImage(1)
  await trash(1)

  await note().getByRole('button', { name: 'Next image' }).click()
  await isShown('coffee.jpg')
  await expect.poll(place).toMatch(/^2\s*of 3/)
  await page.keyboard.press('a')
  await isShown('astronaut.jpg')
})

test('a link to an image in the trash names it', async () => {
  const { project } = deck
  // The address is updated shortly after a key, and would replace this link.
  await expect.poll(() => page.url()).toContain(`image=${imageAt(0)}`)
  await page.goto(new URL(`#/p/${project}/annotate?sort=name&image=${imageAt(1)}`, page.url()).href)
  await page.reload()

  await note().getByText('chelsea.jpg is in the trash').waitFor()
  expect(await page.getByText(imageAt(1)).count()).toBe(0)
})

test('an image whose file was imported again meanwhile stays in the trash, with a message', async () => {
  await openImage(2)
  await trash(2)
  await note().getByText('coffee.jpg is in the trash').waitFor()
  const image = { name: 'coffee.jpg', bytes: await photo('coffee.jpg') }
  await addImages(station, { project: deck.project, batch: 'Tuesday' }, [image])

  await note().getByRole('button', { name: 'Restore' }).click()

  await page.getByText('coffee.jpg was imported again in the meantime and stayed in the trash').waitFor()
  expect(await note().getByText('coffee.jpg is in the trash').count()).toBe(1)
})
