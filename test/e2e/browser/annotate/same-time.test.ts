import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImageId } from '#common/ids'
import { keepLookOfFailures } from '../../../kit/failure-shot.ts'
import { type Deck, openDeck } from '../../../kit/review-deck.ts'
import type { StationProcess } from '../../../kit/station-process.ts'
import { openStudioPage, type StudioPage } from '../../../kit/studio-page.ts'

/** Two people annotate an image at the same time. */

let opened: StudioPage
let station: StationProcess
let page: Page
let deck: Deck
let image: ImageId

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  deck = await openDeck(station, ['astronaut.jpg'])
  image = deck.images[0] ?? expect.fail('the deck has too few images')
  await page.goto(station.urls.studio)
  await page.goto(new URL(`#/p/${deck.project}/annotate?sort=name&image=${image}`, page.url()).href)
  await page.getByText('Saved', { exact: true }).waitFor()
})

afterAll(() => opened.close())

keepLookOfFailures(() => page)

const target = () => ({ project: deck.project, image })
const objects = () => page.getByRole('tab', { name: 'Objects' })
const stored = async () => (await station.studio.annotations.open(target())).shapes.length

async function drawBox(x: number): Promise<void> {
  const { x: left = 0, y: top = 0 } = (await page.getByRole('application').boundingBox()) ?? {}
  await page.keyboard.press('b')
  await page.mouse.click(left + x, top + 300)
  await page.mouse.click(left + x + 60, top + 360)
}

test('a box drawn by somebody else right after an own one appears, and the next edit applies to it', async () => {
  const before = await stored()
  await drawBox(300)
  await expect.poll(stored).toBe(before + 1)

  const { revision, shapes } = await station.studio.annotations.open(target())
  const edit = { label: 'Delete all', changes: shapes.map((shape) => ({ before: shape, after: null })) }
  await station.studio.annotations.commit({ ...target(), revision, edit })

  await expect.poll(() => objects().textContent()).toContain('0')
  await drawBox(400)
  await expect.poll(stored).toBe(1)
  await expect.poll(() => objects().textContent()).toContain('1')
})
