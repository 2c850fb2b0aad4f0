import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepLookOfFailures } from '../../../kit/failure-shot.ts'
import { type Deck, openDeck } from '../../../kit/review-deck.ts'
import { openStudioPage, type StudioPage } from '../../../kit/studio-page.ts'

let window: StudioPage
let deck: Deck

beforeAll(async () => {
  window = await openStudioPage()
  deck = await openDeck(window.station, ['astronaut.jpg', 'chelsea.jpg', 'coffee.jpg', 'coins.png', 'rocket.jpg'])
  await window.page.goto(window.station.urls.studio)
})

afterAll(() => window.close())

keepLookOfFailures(() => window.page)

async function openImage(place: number, more = ''): Promise<void> {
  const { page, station } = window
  await page.goto(
    `${station.urls.studio.split('/?')[0]}/#/p/${deck.project}/annotate?sort=name&image=${deck.images[place]}${more}`,
  )
  await page.getByText('Saved', { exact: true }).waitFor()
}

const shown = (name: string) => window.page.getByRole('application', { name }).waitFor()
const chip = (verdict: string) => window.page.getByRole('button', { name: `Review. ${verdict}` })
const popover = () => window.page.getByRole('dialog', { name: 'Review' })
const reason = () => window.page.getByRole('combobox', { name: 'Reason' })

async function reviewOf(place: number) {
  const { project } = deck
  const rows = await window.station.studio.images.page({ project, filter: {}, sort: 'name', offset: 0, limit: 10 })
  return rows.rows[place]?.review
}

test('the key that the review popover shows rejects from within it, and the reason is typed at once', async () => {
  const { page } = window
  await openImage(0)
  await chip('In review').click()
  await popover().waitFor()

  await page.keyboard.press('Control+Backspace')
  await reason().waitFor()
  expect(await popover().count()).toBe(0)
  await page.keyboard.type('Ear cut off')
  expect(await reason().inputValue()).toBe('Ear cut off')
  await page.keyboard.press('Enter')

  await shown('chelsea.jpg')
  await expect.poll(() => reviewOf(0)).toBe('rejected')
})

test('asking for a reason again focuses its field', async () => {
  const { page } = window
  await openImage(1)
  await page.keyboard.press('Control+Backspace')
  await reason().waitFor()
  await chip('In review').evaluate((element) => element.focus())
  await page.keyboard.press('Control+Backspace')

  await page.keyboard.type('Blurred')

  expect(await reason().inputValue()).toBe('Blurred')
  await page.keyboard.press('Escape')
  await reason().waitFor({ state: 'detached' })
})

test('approving by key closes the review popover, and Enter does not reopen it', async () => {
  const { page } = window
  await openImage(1)
  await chip('In review').click()
  await popover().waitFor()

  await page.keyboard.press('Control+Shift+Enter')
  await shown('coffee.jpg')
  expect(await popover().count()).toBe(0)
  await page.keyboard.press('Enter')
  expect(await popover().count()).toBe(0)

  await expect.poll(() => reviewOf(1)).toBe('approved')
})

test('an image in review offers verdicts, and one that is not done offers to be marked as done', async () => {
  const { page } = window
  await openImage(2)
  const bar = page.getByRole('toolbar', { name: 'Image' })
  await bar.getByRole('button', { name: 'Approve' }).waitFor()
  expect(await bar.getByRole('button', { name: 'Done, next' }).count()).toBe(0)

  await bar.getByRole('button', { name: 'Request changes' }).click()
  await page.keyboard.type('Handle missing')
  await page.keyboard.press('Enter')
  await shown('coins.png')
  await bar.getByRole('button', { name: 'Approve' }).click()
  await shown('rocket.jpg')
  await expect.poll(() => reviewOf(3)).toBe('approved')

  await openImage(2)
  await chip('Changes requested: Handle missing').waitFor()
  await bar.getByRole('button', { name: 'Done, next' }).waitFor()
})

test('the side bar counts every image that is not done, rejected ones too', async () => {
  const { page, station } = window
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/${deck.project}/images`)

  await expect.poll(() => page.getByRole('link', { name: /^Annotate/ }).textContent()).toBe('Annotate2')
})

test('in German, the popover and the filter of a rejected image fit at 1280 pixels', async () => {
  const { page } = window
  await page.evaluate(() => localStorage.setItem('tessera.language', 'de'))
  await openImage(2, '&state=todo,started')
  await page.reload()
  await page.getByRole('button', { name: /^Prüfung\. Änderungen angefordert/ }).click()
  const box = page.getByRole('dialog', { name: 'Prüfung' })
  const tops = await box.getByRole('button').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top))
  const isCut = await box.evaluate(({ parentElement: around }) => around && around.scrollWidth > around.clientWidth)
  await page.keyboard.press('Escape')
  const isLegible = await page.getByText('unfertig', { exact: true }).evaluate((text) => text.clientWidth > 20)

  expect(new Set(tops).size).toBe(1)
  expect(isCut).toBe(false)
  expect(isLegible).toBe(true)
})
