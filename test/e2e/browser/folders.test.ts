import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StationProcess } from '../../kit/station-process.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

let opened: StudioPage
let station: StationProcess
let page: Page

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  await addCupsAndBoats(station)
  await page.goto(station.urls.studio)
})

afterAll(async () => opened.close())

/** Returns every folder with its contents. */
async function folders(): Promise<Record<string, string[]>> {
  return Object.fromEntries((await station.studio.folders.list()).map(({ name, projects }) => [name, projects]))
}

async function choose(what: string, entry: string) {
  await page.getByRole('button', { name: `More of ${what}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Waits until the page shows how many projects a folder has, because an element that moves cannot be dragged. */
async function shows(folder: string, projects: string) {
  await page.getByRole('button', { name: `Folder ${folder}, ${projects}` }).waitFor()
}

async function undo(text: string) {
  await page.getByRole('status').filter({ hasText: text }).getByRole('button', { name: 'Undo' }).click()
}

test('a folder is created, and a subfolder in it', async () => {
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Harbour')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Folder Harbour' }).waitFor()

  await choose('Harbour', 'New folder inside…')
  await page.getByRole('dialog').getByLabel('Name').fill('Cranes')
  await page.getByRole('button', { name: 'Create folder' }).click()

  await page.getByRole('button', { name: 'Folder Cranes' }).waitFor()
  expect(await folders()).toEqual({ Cranes: [], Harbour: [] })
})

test('a project is moved to a folder by keyboard alone, and the toast undoes it', async () => {
  await page.getByRole('button', { name: 'More of Cups' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Move to folder…' }).waitFor()
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: 'Move Cups' })
    .getByRole('button', { name: /Folder/ })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Harbour / Cranes' }).waitFor()
  await page.keyboard.type('Harbour / C')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Move', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(folders).toEqual({ Cranes: ['cups'], Harbour: [] })
  await shows('Cranes', '1 project')

  await undo('Cups moved to Cranes')

  await expect.poll(folders).toEqual({ Cranes: [], Harbour: [] })
  await shows('Cranes', '0 projects')
})

test('a project is dragged onto a folder, and out of it again', async () => {
  const cups = page.getByRole('link', { name: /^Cups/ })
  await cups.dragTo(page.getByRole('button', { name: 'Folder Harbour' }))
  await expect.poll(folders).toEqual({ Cranes: [], Harbour: ['cups'] })
  await shows('Harbour', '1 project')

  await cups.dragTo(page.getByText('In no folder'))

  await expect.poll(folders).toEqual({ Cranes: [], Harbour: [] })
  await shows('Harbour', '0 projects')
})

test('a closed folder hides its projects', async () => {
  await page.getByRole('link', { name: /^Boats/ }).dragTo(page.getByRole('button', { name: 'Folder Cranes' }))
  await shows('Cranes', '1 project')

  await page.getByRole('button', { name: 'Folder Harbour' }).click()
  await page.getByRole('link', { name: /^Boats/ }).waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: 'Folder Harbour, 1 project' }).getAttribute('aria-expanded')).toBe(
    'false',
  )
  await page.getByRole('button', { name: 'Folder Harbour' }).click()

  await page.getByRole('link', { name: /^Boats/ }).waitFor()
})

test('deleting a folder keeps its projects, and the toast restores it', async () => {
  await choose('Cranes', 'Delete folder')
  await expect.poll(folders).toEqual({ Harbour: ['boats'] })

  await undo('Folder Cranes deleted')

  await expect.poll(folders).toEqual({ Cranes: ['boats'], Harbour: [] })
})

test('a folder is renamed', async () => {
  await choose('Harbour', 'Rename…')
  await page.getByRole('dialog').getByLabel('Name').fill('Port')
  await page.keyboard.press('Enter')

  await page.getByRole('button', { name: 'Folder Port' }).waitFor()
  expect(await folders()).toEqual({ Cranes: ['boats'], Port: [] })
})
