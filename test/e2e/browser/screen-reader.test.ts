import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCups, type CupImage } from '../../kit/cups.ts'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import { openStudioPage, type StudioPage } from '../../kit/studio-page.ts'
import { readScreen } from './keys/screen.ts'

let open: StudioPage
let page: Page
let cups: readonly CupImage[]

beforeAll(async () => {
  open = await openStudioPage()
  page = open.page
  cups = await addCups(open.station, 'object-detection', [
    {
      image: '1 three.png',
      boxes: [
        [100, 100, 200, 180],
        [300, 100, 340, 200],
        [400, 300, 520, 400],
      ],
    },
    { image: '2 none.png' },
  ])
  await page.goto(open.station.urls.studio)
  await page.getByRole('main').waitFor()
})

afterAll(() => open.close())

keepLookOfFailures(() => page)

async function goTo(hash: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/${hash}`)
}

/** Returns the page's accessibility tree, without the zoom. */
async function heard(): Promise<string> {
  const tree = await page.getByRole('main').ariaSnapshot()
  return `${tree.replace(/\b\d+ %/, 'N %')}\n`
}

test('a screen reader hears the annotate screen with three objects, and the images', async () => {
  const [three] = cups
  await goTo(`#/p/${three?.project}/annotate?sort=name&image=${three?.image}`)
  await page.getByRole('application', { name: '1 three.png, 3 shapes' }).waitFor()
  await page.getByRole('application').focus()
  await page.keyboard.press('v')
  await page.keyboard.press('Tab')
  await page.getByRole('row', { name: 'cup 1 100×80' }).and(page.locator('[aria-selected=true]')).waitFor()
  await expect(await heard()).toMatchFileSnapshot('../../golden/screens/annotate.aria.yml')

  await goTo(`#/p/${three?.project}/images?sort=name`)
  await page.getByRole('option', { name: '1 three.png, 3 shapes' }).waitFor()
  await page.getByRole('checkbox', { name: 'cup 1' }).waitFor()
  await expect(await heard()).toMatchFileSnapshot('../../golden/screens/images.aria.yml')
})

test('a box is drawn by keyboard alone, from the image list on, and each step is announced', async () => {
  await page.getByRole('listbox', { name: 'Images' }).focus()
  const said: string[] = []
  for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key)
  const canvas = page.getByRole('application', { name: '2 none.png, 0 shapes' })
  await canvas.waitFor()
  await page.getByText('Saved', { exact: true }).waitFor()
  await expect.poll(() => canvas.evaluate((element) => element === document.activeElement)).toBe(true)
  for (const key of [
    'b',
    'ArrowRight',
    'Enter',
    'Shift+ArrowRight',
    'Control+ArrowDown',
    'Enter',
    'v',
    'Tab',
    'Delete',
  ]) {
    await page.keyboard.press(key)
    said.push(`${key}: ${(await readScreen(page)).said}`)
  }

  expect(said).toEqual([
    'b: Box',
    'ArrowRight: 321, 240',
    'Enter: Set at 321, 240',
    'Shift+ArrowRight: 331, 240',
    'Control+ArrowDown: 331, 340',
    'Enter: Drawn: Box, cup 1, 10×100 at 321, 240, 1 of 1',
    'v: Select',
    'Tab: Box, cup 1, 10×100 at 321, 240, 1 of 1',
    'Delete: Delete box',
  ])
})
