import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectSlug } from '#common/ids'
import { openPage } from '../../kit/chromium.ts'
import { overwritePage } from '../../kit/damage.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

let opened: StudioPage
let station: StationProcess
let cups: ProjectSlug

/** Starts the station of a library whose database was removed. */
beforeAll(async () => {
  opened = await openStudioPage()
  cups = await addCupsAndBoats(opened.station)
  await opened.station.stop()
  const library = dirname(opened.database)
  await rename(opened.database, join(library, 'kept.db'))
  for (const ending of ['-wal', '-shm']) await rm(opened.database + ending, { force: true })
  station = await startStation(library, ['--only', 'studio'])
})

afterAll(async () => {
  await station.kill()
  await opened.close()
})

test('the address of a damaged project shows why it cannot be opened, and what to do', async () => {
  const page = await openPage()
  await page.goto(station.urls.studio)
  await page.getByRole('heading', { name: 'No projects to show' }).waitFor()
  await page.goto(new URL(`#/p/${cups}/images`, page.url()).href)

  const main = page.getByRole('main')
  await expect.poll(() => main.getByRole('heading', { name: 'This project cannot be shown' }).isVisible()).toBe(true)
  expect(
    await main.getByText(/^The library is read-only: library\.db is missing\. Restore the correct file/).isVisible(),
  ).toBe(true)
  expect(await page.getByText('This project does not exist').count()).toBe(0)
  await main.getByRole('button', { name: 'Accept as it is…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept the library as it is?' })
  await expect.poll(() => dialog.isVisible()).toBe(true)
  await page.context().close()
})

test('a library without its database says so on every page, and continues when that is accepted', async () => {
  const page = await openPage()
  await page.goto(station.urls.studio)
  const banner = page.getByRole('alert').filter({ hasText: 'The library is read-only: library.db is missing' })
  await banner.waitFor()
  await page.getByRole('heading', { name: 'No projects to show' }).waitFor()
  expect(await page.getByText(/Start with your images|Drop (images|images)/).count()).toBe(0)
  await page.goto(new URL('#/settings', page.url()).href)
  await banner.waitFor()

  await banner.getByRole('button', { name: 'Accept as it is…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Accept the library as it is?' })
  await dialog.getByText('The library starts empty: all projects, annotations and versions are lost.').waitFor()
  expect(await dialog.getByText('set-aside').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Accept and restart' }).click()

  await banner.waitFor({ state: 'detached' })
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.context().close()
})

test('accepting a damaged library warns that it may start empty', async () => {
  const damaged = await openStudioPage()
  await addCupsAndBoats(damaged.station)
  await damaged.station.stop()
  await overwritePage(damaged.database, 'folder')
  const reader = await startStation(dirname(damaged.database), ['--only', 'studio'])
  const page = await openPage()
  await page.goto(reader.urls.studio)

  await page.getByRole('alert').getByRole('button', { name: 'Accept as it is…' }).click()

  const dialog = page.getByRole('dialog', { name: 'Accept the library as it is?' })
  await dialog.getByText(/Move library\.db, library\.db-wal, library\.db-shm, library\.identity\.json/).waitFor()
  const losses = dialog.getByRole('list', { name: 'If you accept' }).getByRole('listitem')
  await expect
    .poll(() => losses.allTextContents())
    .toEqual([
      expect.stringMatching(
        /^library\.db is rebuilt if all of its rows can be read\. Otherwise the library starts empty/,
      ),
      expect.stringMatching(/^If it starts empty, \d+ stored images and archives move to the “orphans” folder/),
      'The damaged file is kept in the “set-aside” folder.',
    ])
  await page.context().close()
  await reader.kill()
  await damaged.close()
})
