import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

let opened: StudioPage
let page: Page

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ page } = opened)
  await addCupsAndBoats(opened.station)
  await page.goto(opened.station.urls.studio)
})

afterAll(async () => opened.close())

/** Makes the current page show an error notice, like its own failed commands do. */
async function chooseNoImage() {
  await page.goto(new URL('#/playground', page.url()).href)
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose an image' }).click()
  await (await chosen).setFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no image') })
  await page.getByRole('alert').getByText('notes.png: This file is not an image').waitFor()
}

test('an error is dismissed with its page', async () => {
  await chooseNoImage()

  await page.goto(new URL('#/p/cups/images', page.url()).href)

  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
})

test('an error covers no command of a selection', async () => {
  await page.goto(new URL('#/p/cups/images', page.url()).href)
  const shown = page.getByRole('option', { name: 'coffee.jpg' })
  await shown.click({ modifiers: ['Control'] })
  const bar = page.getByRole('toolbar', { name: 'Selection' }).or(page.locator('[data-picked-bar]')).first()
  await bar.waitFor()
  await opened.station.kill()
  await page.getByRole('alert').first().waitFor()

  const trash = bar.getByRole('button', { name: 'Move to trash' })
  await trash.click()

  const failed = page.getByRole('alert').filter({ hasText: 'Not done.' }).first()
  await failed.waitFor()
  const [above, below] = [await failed.boundingBox(), await bar.boundingBox()]
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  await page.keyboard.press('Escape')
})
