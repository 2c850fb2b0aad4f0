import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from '../../kit/chromium.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'

let folder: string
let stations: StationProcess[]
let page: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  stations = []
  for (const name of ['Harbor', 'Belt']) {
    const station = await startStation(join(folder, name), ['--only', 'studio'])
    await station.studio.projects.create({ name, type: 'object-detection' })
    stations.push(station)
  }
  page = await openPage()
})

afterAll(async () => {
  await page.context().close()
  await Promise.all(stations.map((station) => station.kill()))
  await removeFolder(folder)
})

test('two stations of one machine are open in one browser, and signing out of one leaves the other', async () => {
  const [harbor, belt] = stations.map(({ urls }) => urls.studio)
  await page.goto(harbor ?? '')
  await page.goto(belt ?? '')
  await page.getByText('Belt').first().waitFor()

  await page.goto(new URL(harbor ?? '').origin)
  await page.getByText('Harbor').first().waitFor()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()

  await page.getByText('Open the link that Tessera printed').first().waitFor()
  await page.goto(new URL(belt ?? '').origin)
  await page.getByText('Belt').first().waitFor()
  const answer = await page.goto(new URL(harbor ?? '').origin)
  expect(answer?.status()).toBe(401)
})
