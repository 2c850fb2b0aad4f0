import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Shape } from '#common/annotation/shape'
import type { ProjectSlug } from '#common/ids'
import type { StationProcess } from '../../kit/station-process.ts'
import { openStudioPage, type StudioPage } from '../../kit/studio-page.ts'
import { untilEnded } from '../../kit/tasks.ts'
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

/** Saves a screenshot beside the report when a test fails. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await page.screenshot({ path: `test-results/${task.name.slice(0, 40)}.png` })
})

async function openDialog(version = 2) {
  await page.goto(`${origin}/#/p/${project}/versions?show=${version}`)
  await page
    .getByRole('complementary', { name: `Version ${version}` })
    .getByRole('button', { name: 'Export', exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: `Export version ${version}` })
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
  for (const {
    title,
    keeps: { english },
  } of fitting) {
    expect(offered.some((text) => text.includes(title) && text.includes(english))).toBe(true)
    expect(english).toMatch(/^[A-Z].{20,}\.$/)
  }
  // Masks are made of outlines, which boxes do not have.
  expect(offered.join()).not.toMatch(/gr[ae]y PNG/)
})

test('the last format is selected again after a reload, and is visible', async () => {
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

test('a finished archive shows its SHA-256 in the dialog and beside its version', async () => {
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
  ).toContain('Exported,')
})

/** Returns the titles of the formats below each heading. */
async function groupsIn(dialog: Locator): Promise<Record<string, string[]>> {
  const sections = await dialog.getByRole('radiogroup', { name: 'Format' }).locator('section').all()
  const groups = sections.map(async (section) => {
    const [heading = ''] = (await section.innerText()).split('\n')
    const radios = await section.getByRole('radio').all()
    return [heading, await Promise.all(radios.map((radio) => radio.inputValue()))] as const
  })
  return Object.fromEntries(await Promise.all(groups))
}

test('a format is listed under "Keeps all annotations" only if it skips nothing of the version', async () => {
  const { studio } = station
  const whole = (await groupsIn(await openDialog()))['Keeps all annotations of this version'] ?? []
  expect(whole).toContain('via')
  await page.keyboard.press('Escape')
  const [image] = await studio.images.ids({ project, filter: {}, sort: 'name' })
  const [first] = await studio.projects.classes.list({ project })
  if (image === undefined || first === undefined) throw new Error('The project is empty')
  const { revision } = await studio.annotations.open({ project, image })
  const point = { id: 'onePoint00', classId: first.id, z: 9, origin: 'hand', kind: 'point', at: { x: 20, y: 20 } }
  const edit = { label: 'Draw', changes: [{ before: null, after: Shape.parse(point) }] }
  await studio.annotations.commit({ project, image, revision, edit })
  const seed = '00112233445566778899aabbccddeeff'
  const settings = { preprocessing: {}, augmentation: {} }
  const { taskId } = await studio.versions.start({ project, name: '', settings, seed })
  await untilEnded(studio, taskId)

  const dialog = await openDialog(3)

  const groups = await groupsIn(dialog)
  const { 'Keeps all annotations of this version': kept = [], 'Drops some data of this version': lossy = [] } = groups
  expect(kept.length).toBeGreaterThan(0)
  expect(lossy.length).toBeGreaterThan(0)
  const leftOut = async (format: string) => (await studio.exports.describe({ project, version: 3, format })).leftOut
  for (const format of kept) expect(await leftOut(format)).toEqual([])
  for (const format of lossy) expect(await leftOut(format)).not.toEqual([])
})
