import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage } from '../../kit/chromium.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'

let folder: string
let station: StationProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio,management'])
})

afterAll(async () => {
  await station.kill()
  await removeFolder(folder)
})

test('the servers of a station that went away are shown as unknown', async () => {
  await station.studio.projects.create({ name: 'Cups', type: 'object-detection' })
  const page = await openPage()
  await page.goto(station.urls.studio)
  await page.getByTitle(/^Management on http/).waitFor()

  await station.kill()

  await expect.poll(() => page.getByTitle('Management: connection lost').isVisible()).toBe(true)
  await page.context().close()
})
