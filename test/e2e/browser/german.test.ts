import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from '../../kit/chromium.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

let opened: StudioPage
let page: Page

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ page } = opened)
  await addCupsAndBoats(opened.station)
  await page.goto(opened.station.urls.studio)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('radio', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor()
  await page.getByRole('link', { name: 'Alle Projekte' }).click()
})

afterAll(() => opened.close())

test('a window in German says so, and its pages, numbers and keys are German', async () => {
  await page.getByRole('link', { name: /^Cups/ }).click()
  await page.getByRole('link', { name: 'Datenqualität' }).click()

  await page.getByText(/^2 Bilder, 0 Formen\. Geprüft: /).waitFor()
  await page.getByText('0,0', { exact: true }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await page.keyboard.press('Control+k')
  const entry = page.getByRole('option', { name: /^Projekte/ })
  expect(await entry.locator('kbd').innerText()).toBe('Strg Umschalt P')
  await page.keyboard.press('Escape')
})

test('built-in texts of controls are German too', async () => {
  await page.getByRole('link', { name: 'Modelle' }).click()
  await page.getByRole('button', { name: 'Modell importieren' }).click()
  const menu = page.getByRole('menu', { name: 'Modell importieren' })
  await menu.waitFor()

  const hidden = page.locator('button[aria-label="Schließen"]')
  expect(await hidden.count()).toBeGreaterThan(0)
  expect(await page.locator('[aria-label="Dismiss"]').count()).toBe(0)
  await page.keyboard.press('Escape')
})

test('refusals and results of the core are German; the palette switches back to English', async () => {
  await page.getByRole('button', { name: 'Aufgaben' }).click()
  await page.getByText('2 Dateien importieren').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Alle Projekte' }).click()
  await page.getByRole('button', { name: 'Neues Projekt' }).click()
  await page.getByLabel('Name des Projekts').fill('Cups')
  await page.getByRole('button', { name: 'Leer beginnen' }).click()
  await page.getByText('Ein Projekt mit der Adresse „cups“ gibt es schon').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('english')
  await page.keyboard.press('Enter')

  await page.getByText('Start with your images').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
})

test('the first start on a computer that speaks German is in German', async () => {
  const first = await openPage({ locale: 'de-AT' })
  await first.goto(opened.station.urls.studio)

  await first.getByRole('link', { name: 'Einstellungen' }).waitFor()
  expect(await first.locator('html').getAttribute('lang')).toBe('de')
  await first.context().close()
})
