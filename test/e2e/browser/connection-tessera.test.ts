import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from '../../kit/chromium.ts'
import { PATIENCE_MS } from '../../kit/patience.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { addCupsAndBoats } from '../../kit/studio-page.ts'

/** Every command's name contains one of these. */
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'y']

/** Texts about the project space, and the workspace of this machine. */
const ABOUT_THE_MACHINE = ['Offline · all local', 'root', 'This machine']

let folder: string
let there: StationProcess
let here: StationProcess
let local: Page
let remote: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  there = await startStation(join(folder, 'there'), ['--only', 'studio,management'])
  here = await startStation(join(folder, 'here'), ['--only', 'studio'])
  await furnish()
  const management = there.urls.management ?? ''
  const wish = { name: 'Far', management, inference: null, source: null, deployments: null, key: there.urls.apiKey }
  const { id } = await here.studio.connections.add(wish)
  await here.studio.connections.use({ id })
  local = await openPage()
  remote = await openPage()
  await local.goto(there.urls.studio)
  await remote.goto(here.urls.studio)
})

afterAll(async () => {
  await Promise.all([local.context().close(), remote.context().close()])
  await Promise.all([here.kill(), there.kill()])
  await removeFolder(folder)
})

/** Makes a project with content on every page. */
async function furnish() {
  const project = await addCupsAndBoats(there)
  await there.studio.projects.classes.create({ project, name: 'cup' })
  const images = await there.studio.images.ids({ project, filter: {}, sort: 'added' })
  await there.studio.bulk.run({ project, picked: { images }, act: { kind: 'tag', add: ['morning'], remove: [] } })
  const [batch] = (await there.studio.jobs.board({ project })).batches
  if (batch === undefined) throw new Error('The images came in no batch')
  const words = { name: 'First', labeler: 'ada', reviewer: 'grace', instructions: '' }
  await there.studio.jobs.create({ project, batch: batch.id, images: 1, ...words })
}

/** Returns the names of everything on an idle page that can be pressed, followed or chosen. */
async function controlsOf(page: Page): Promise<readonly string[]> {
  const names = await page
    .locator('button, a[href], [role=tab], [role=radio], [role=checkbox], [role=menuitem]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? each.textContent.trim()))
  return [...new Set(names)].filter((name) => !ABOUT_THE_MACHINE.includes(name)).toSorted()
}

/** Returns the names of everything that the palette finds. */
async function commandsOf(page: Page): Promise<readonly string[]> {
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Search images, classes, commands' })
  const found = new Set<string>()
  for (const vowel of VOWELS) {
    await field.fill(vowel)
    for (const name of await page.getByRole('option').allTextContents()) found.add(name)
  }
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  return [...found].toSorted()
}

async function goTo(href: string) {
  await Promise.all([local, remote].map((page) => page.evaluate((hash) => void (location.hash = hash), href)))
}

const PAGES = [
  ['#/', 'Projects'],
  ['#/p/cups/images', 'Images'],
  ['#/p/cups/annotate', 'Annotate'],
  ['#/p/cups/sort', 'Sort'],
  ['#/p/cups/batches', 'Batches'],
  ['#/p/cups/versions', 'Versions'],
  ['#/p/cups/versions/new', 'New version'],
  ['#/p/cups/health', 'Health'],
  ['#/catalog', 'Catalog'],
  ['#/trash', 'Trash'],
  ['#/settings', 'Settings'],
] as const

test('the connection says that everything works there', async () => {
  await remote.evaluate(() => void (location.hash = '#/connections'))

  await remote.getByText('Same version: everything works there').waitFor()
  expect((await here.studio.session.read()).place).toMatchObject({ state: 'open', isWhole: true })
})

test.each(PAGES)('%s offers there what it offers at home', async (href) => {
  await goTo(href)
  let told: readonly string[] = []
  await expect
    .poll(
      async () => {
        const before = told
        told = await controlsOf(local)
        return JSON.stringify(before) === JSON.stringify(told) && told.length > 0
      },
      { timeout: PATIENCE_MS, interval: 300 },
    )
    .toBe(true)

  await expect.poll(() => controlsOf(remote), { timeout: PATIENCE_MS }).toEqual(expect.arrayContaining([...told]))
  const commands = await commandsOf(local)
  await expect.poll(() => commandsOf(remote), { timeout: PATIENCE_MS }).toEqual(expect.arrayContaining([...commands]))
})
