import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from '../../kit/chromium.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'

let folder: string
let station: StationProcess
let page: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio,management'])
  await station.studio.projects.create({ name: 'Harbor', type: 'object-detection' })
  await post('projects', { name: 'Belt', type: 'object-detection' })
  const { id } = await post('groups', { name: 'Line 3' })
  await post('groups', { name: 'Booth', parent_id: id, projects: ['belt'] })
  page = await openPage()
  await page.goto(station.urls.studio)
  await page.getByText('Harbor').first().click()
  await page.getByRole('link', { name: 'Settings' }).click()
})

afterAll(async () => {
  await page.context().close()
  await station.kill()
  await removeFolder(folder)
})

const url = (path: string) => `${station.urls.management}/${station.urls.workspace}/${path}`

async function post(path: string, json: object): Promise<{ id?: string }> {
  const headers = { authorization: `Bearer ${station.urls.apiKey}`, 'content-type': 'application/json' }
  const response = await fetch(url(path), { method: 'POST', headers, body: JSON.stringify(json) })
  return Object(await response.json())
}

test('a key for a folder gives access to its projects only', async () => {
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Conveyor')
  await page.getByRole('button', { name: 'Access' }).click()
  await page.getByRole('option', { name: 'Only some folders' }).click()
  const make = page.getByRole('button', { name: 'Create key' })
  const isReadyWithoutFolder = await make.isEnabled()
  await page.getByRole('checkbox', { name: 'Line 3 / Booth' }).press('Space')
  await make.click()
  const secret = await page.getByText(/^tk_[0-9a-f]{40}$/).textContent()
  await page.getByRole('button', { name: 'Done' }).click()

  const ask = async (project: string) => (await fetch(`${url(project)}?api_key=${secret}`)).status
  const row = page.getByRole('list', { name: 'API keys' }).getByText('Conveyor, only in Line 3 / Booth')
  await row.waitFor()
  expect(isReadyWithoutFolder).toBe(false)
  expect([await ask('belt'), await ask('harbor')]).toEqual([200, 404])
})
