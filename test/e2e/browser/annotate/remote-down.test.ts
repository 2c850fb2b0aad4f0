import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from '../../../kit/chromium.ts'
import { keepLookOfFailures } from '../../../kit/failure-shot.ts'
import { removeFolder } from '../../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../../kit/station-process.ts'
import { addCupsAndBoats } from '../../../kit/studio-page.ts'

let folder: string
let here: StationProcess
let there: StationProcess
let page: Page

/** A studio connected to a remote that has stopped. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  there = await startStation(join(folder, 'there'), ['--only', 'studio,management'])
  here = await startStation(join(folder, 'here'), ['--only', 'studio'])
  await addCupsAndBoats(there)
  const { management = '', apiKey: key } = there.urls
  const none = { inference: null, source: null, deployments: null }
  const { id } = await here.studio.connections.add({ name: 'Workshop', management, ...none, key })
  await here.studio.connections.use({ id })
  page = await openPage()
  await page.goto(here.urls.studio)
  await page.getByRole('link', { name: /^Cups/ }).click()
  await page
    .getByRole('link', { name: /^Annotate/ })
    .getByText('2')
    .waitFor()
  await there.kill()
})

afterAll(async () => {
  await page.context().close()
  await here.kill()
  await removeFolder(folder)
})

keepLookOfFailures(() => page)

test('Annotate says in the middle of its page that the remote cannot be reached, and offers to try again', async () => {
  await page.getByRole('link', { name: /^Annotate/ }).click()
  const said = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: 'Images not loaded' }) })
  await said.getByText('cannot be reached').waitFor()
  const heading = await said.getByRole('heading').boundingBox()

  expect(heading?.x).toBeGreaterThan(400)
  expect(await said.textContent()).not.toMatch(/queue/i)
  await said.getByRole('button', { name: 'Try again' }).click()
  await said.getByRole('button', { name: 'Try again' }).waitFor()
})
