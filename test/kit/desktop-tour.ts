import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { fromRoot } from '../../scripts/kit/paths.mjs'

/* A user's first steps in a desktop window, for the built and the packed program. */

/**
 * Adds two photographs to a new project "Breakfast" and waits until one is visible; returns the address of its
 * thumbnail.
 */
export async function bringPhotographs(page: Page): Promise<string> {
  // Long before the click: by then the window must know that it should show no system dialog.
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('textbox', { name: 'Name of the project' }).fill('Breakfast')
  await page.getByText('Boxes', { exact: true }).click()
  await page.getByRole('button', { name: 'Choose single images' }).click()
  await (await choosing).setFiles(['coffee.jpg', 'chelsea.jpg'].map((name) => fromRoot('test/fixtures/photos', name)))

  const thumbnail = page.getByRole('option', { name: /^coffee\.jpg/ }).locator('img')
  await thumbnail.waitFor()
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  return thumbnail.evaluate((image: HTMLImageElement) => image.src)
}

/** Opens one of the photographs, draws a box of a new class and waits until it is saved. */
export async function drawBox(page: Page): Promise<void> {
  await page.getByRole('option', { name: /^coffee\.jpg/ }).click()
  const canvas = page.getByRole('application')
  await page.getByRole('button', { name: 'Box', exact: true }).click()
  await canvas.hover()
  const { x, y, width, height } = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width * 0.4, y + height * 0.4)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.6, y + height * 0.6, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('combobox', { name: 'Class' }).fill('cup')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  await page.getByRole('application', { name: /, 1 shape/ }).waitFor()
}

/** Undoes the box by its key, which the menu has too. */
export async function undoBox(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+z')
  await page.getByRole('application', { name: /, 0 shapes/ }).waitFor()
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
}
