import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from '../../kit/chromium.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

let opened: StudioPage
let station: StationProcess
let page: Page
let library: string

const HASH = 'ab'.repeat(32)
const REASON = 'The library is read-only: library.identity.json is missing or damaged'

/** Starts the station of a library that lost the identity of its database and the database of its events. */
beforeAll(async () => {
  opened = await openStudioPage()
  await addCupsAndBoats(opened.station)
  await opened.station.stop()
  library = dirname(opened.database)
  await rm(join(library, 'library.identity.json'))
  for (const ending of ['', '-wal', '-shm']) await rm(join(library, `events/events.db${ending}`), { force: true })
  await mkdir(join(library, 'events/media/ab'), { recursive: true })
  await writeFile(join(library, 'events/media/ab', HASH), 'media')
  station = await startStation(library, ['--only', 'studio'])
  page = await openPage()
  await page.goto(station.urls.studio)
})

afterAll(async () => {
  await page.context().close()
  await station.kill()
  await opened.close()
})

const banner = () => page.getByRole('alert').filter({ hasText: 'read-only' })

test('the banner names the folder and the files beside both databases', async () => {
  await banner().getByText('stored images').waitFor()

  const told = await banner().textContent()

  expect(told).toContain('library.identity.json is missing or damaged; events.db is missing')
  expect(told).toContain(`${library} holds 2 stored images and archives, 1 stored media file.`)
})

test('buttons, menu entries and tools that would fail are off and say why', async () => {
  const newProject = page.getByRole('button', { name: 'New project' })
  expect(await newProject.getAttribute('aria-disabled')).toBe('true')
  await newProject.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await page.getByRole('tooltip').getByText(REASON).waitFor()
  await page.keyboard.press('Enter')
  expect(new URL(page.url()).hash).not.toContain('new')

  await page.getByText('Cups').first().click()
  await page.getByRole('button', { name: 'Add images' }).click()
  const menu = page.getByRole('menu', { name: 'Add images' })
  expect(await menu.getByRole('menuitem', { name: /^Folder…/ }).getAttribute('aria-disabled')).toBe('true')
  await page.getByText(REASON, { exact: true }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: /^Annotate/ }).click()
  const box = page.getByRole('button', { name: 'Box', exact: true })
  expect(await box.getAttribute('aria-disabled')).toBe('true')
  const wasArmed = await box.getAttribute('aria-pressed')
  await page.keyboard.press('v')
  await page.keyboard.press('b')
  const select = page.getByRole('button', { name: 'Select and edit' })
  await expect.poll(() => select.getAttribute('aria-pressed')).toBe('true')
  expect(wasArmed).not.toBeNull()
  expect(await page.getByRole('button', { name: /Done, next/ }).getAttribute('aria-disabled')).toBe('true')
})

test('the Events page says why it shows none', async () => {
  await page.goto(new URL('#/events', page.url()).href)

  await page.getByRole('heading', { name: 'No events to show' }).waitFor()
  expect(await page.getByText(/events\.db is missing\. Restore the correct file to see your events/).count()).toBe(1)
  expect(await page.getByText('No events yet').count()).toBe(0)
})

test('two databases are accepted separately', async () => {
  await banner().getByRole('button', { name: 'Accept as it is…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept databases as they are?' })
  const accept = dialog.getByRole('button', { name: 'Accept and restart' })
  expect(await accept.getAttribute('aria-disabled')).toBe('true')
  await dialog.getByText('The event store starts empty: all events are lost.').waitFor()
  await dialog.getByText('Nothing is lost if this database is the latest one.').waitFor()

  await dialog.getByText('Event store: events.db is missing').click()
  await accept.click()

  await page
    .getByRole('alert')
    .filter({ hasText: 'The library is read-only: library.identity.json is missing or damaged.' })
    .waitFor()
})
