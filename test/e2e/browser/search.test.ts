import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChromium } from '../../kit/chromium.ts'
import { somePicture } from '../../kit/pictures.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'

let folder: string
let station: StationProcess
let browser: Browser
let page: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio'])
  const { slug: project } = await station.studio.projects.create({ name: 'Harbor', type: 'object-detection' })
  const { taskId } = await station.studio.imports.start({ project, batchName: 'Monday', expected: 3 })
  for (const name of ['quay-1.png', 'quay-2.png', 'gull.png']) await station.sendFile(taskId, name, await somePicture())
  await station.studio.imports.finish({ taskId })
  browser = await openChromium()
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(station.urls.studio)
  await page.getByText('Harbor').first().click()
  await shows('3 of 3')
})

afterAll(async () => {
  await browser.close()
  await station.kill()
  await rm(folder, { recursive: true, force: true })
})

async function shows(count: string): Promise<void> {
  await page.getByRole('status').filter({ hasText: count }).waitFor()
}

const field = () => page.getByRole('searchbox', { name: 'Search images' })

test('words and selectors filter the pictures as they are typed', async () => {
  await field().fill('quay -filename:2')
  await shows('1 of 3')
  await field().fill('split:train')
  await shows('3 of 3')

  expect(new URL(page.url()).hash).toContain('q=split')
})

test('what is not understood is told in words, and the pictures stay', async () => {
  await field().fill('gull')
  await shows('1 of 3')

  await field().fill('gull splt:train')

  const told = await page.getByRole('alert').textContent()
  expect(told).toMatch(/^splt:train There is no selector "splt:"/)
  await shows('1 of 3')
})

test('the help beside the field lists what can be written', async () => {
  await field().fill('')
  await page.getByRole('button', { name: 'How to search' }).click()

  const help = await page.getByRole('dialog', { name: 'How to search' }).textContent()

  expect(help).toContain('metadata:lane=4')
  await page.keyboard.press('Escape')
})
