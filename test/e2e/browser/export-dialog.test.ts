import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ProjectSlug } from '#common/ids'
import type { StationProcess } from '../../kit/station-process.ts'
import { openStudioPage, type StudioPage } from '../../kit/studio-page.ts'
import { makeTwoVersions } from '../../kit/two-versions.ts'

let opened: StudioPage
let station: StationProcess
let page: Page
let origin: string
let project: ProjectSlug

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  ;({ project } = await makeTwoVersions(station))
  await page.goto(station.urls.studio)
  origin = new URL(page.url()).origin
  await page.getByRole('link', { name: /^Kitchen/ }).waitFor()
})

afterAll(async () => opened.close())

/** What the page showed when a test failed lies beside the report. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: `test-results/${task.name.slice(0, 40)}.png` })
})

async function openDialog() {
  await page.goto(`${origin}/#/p/${project}/versions`)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export version 2' })
  await dialog.getByRole('radio').first().waitFor()
  return dialog
}

test('each format that fits the project is explained in a sentence, and no other is offered', async () => {
  const dialog = await openDialog()

  const offered = await dialog
    .getByRole('radio')
    .evaluateAll((radios) => radios.map((each) => each.closest('label')?.innerText ?? ''))
  const fitting = await station.studio.exports.formats({ project, version: 2 })
  expect(offered.length).toBe(fitting.length)
  for (const { title, keeps } of fitting) {
    expect(offered.some((text) => text.includes(title) && text.includes(keeps))).toBe(true)
    expect(keeps).toMatch(/^[A-Z].{20,}\.$/)
  }
  // Masks are for outlines, which boxes have none of.
  expect(offered.join()).not.toContain('grey PNG')
})

test('the format of the last time is chosen again after a restart of the page, and stands in sight', async () => {
  const dialog = await openDialog()
  await dialog.getByText('CreateML', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Export CreateML' }).waitFor()

  await page.reload()
  const again = await openDialog()

  await again.getByRole('button', { name: 'Export CreateML' }).waitFor()
  expect(await again.getByRole('radio', { name: /^CreateML/ }).isChecked()).toBe(true)
  const [row, list] = await Promise.all([
    again.getByText('CreateML', { exact: true }).boundingBox(),
    again.getByRole('radiogroup', { name: 'Format' }).boundingBox(),
  ])
  expect(row?.y).toBeGreaterThanOrEqual(list?.y ?? Infinity)
  expect(row?.y).toBeLessThan((list?.y ?? 0) + (list?.height ?? 0))
})

test('an archive that is made shows its SHA-256 in the dialog and beside its version', async () => {
  const dialog = await openDialog()
  await dialog.getByRole('button', { name: 'Export CreateML' }).click()
  await page.getByText(/is ready/).waitFor()
  const made = (await station.studio.exports.formats({ project, version: 2 })).find(({ id }) => id === 'createml')?.made
  const digest = made?.sha256 ?? ''

  await page.getByRole('complementary', { name: 'Version 2' }).getByText(digest).waitFor()
  const again = await openDialog()

  await again.getByText(digest).waitFor()
  expect(digest).toMatch(/^[0-9a-f]{64}$/)
  expect(
    await again
      .getByRole('radio', { name: /^CreateML/ })
      .locator('xpath=ancestor::label')
      .innerText(),
  ).toContain('Made,')
})
