import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openPage } from '../../kit/chromium.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { photo, type StationProcess, startStation } from '../../kit/station-process.ts'

const Uploaded = z.object({ id: z.string() })
const Labels = z.array(z.looseObject({ label: z.string() }))
const Details = z.object({
  image: z.object({ annotation: z.object({ boxes: Labels }).optional(), predictions: Labels }),
})

let folder: string
let station: StationProcess
let page: Page
let image: string
const faults: string[] = []

/** coffee.jpg has 600 × 400 pixels. */
const PREDICTIONS = [
  { class: 'cup', x: 270, y: 160, width: 200, height: 160, confidence: 0.92 },
  { class: 'spoon', x: 450, y: 190, width: 160, height: 60, confidence: 0.81 },
  { class: 'plate', x: 280, y: 260, width: 420, height: 200, confidence: 0.64 },
  { class: 'spoon', x: 80, y: 60, width: 60, height: 60, confidence: 0.22 },
]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  station = await startStation(join(folder, 'library'), ['--only', 'studio,management'])
  const { workspace } = station.urls
  await ask(`/${workspace}/projects`, JSON.stringify({ name: 'Cups', type: 'object-detection', annotation: 'cups' }))
  const form = new FormData()
  form.append('name', 'coffee.jpg')
  form.append('file', new Blob([new Uint8Array(await photo('coffee.jpg'))]), 'coffee.jpg')
  image = Uploaded.parse(await ask('/dataset/cups/upload', form)).id
  await ask(
    `/dataset/cups/annotate/${image}?name=found.json&prediction=true&source=table-v2`,
    JSON.stringify({ annotationFile: JSON.stringify({ predictions: PREDICTIONS }), labelmap: null }),
  )
  page = await openPage()
  page.on('pageerror', (failure) => faults.push(failure.message))
  await page.goto(station.urls.studio)
})

afterAll(async () => {
  await page.context().close()
  await station.kill()
  await removeFolder(folder)
})

async function ask(path: string, body?: FormData | string): Promise<unknown> {
  const { management = '', apiKey } = station.urls
  const json = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
  const method = body === undefined ? 'GET' : 'POST'
  const response = await fetch(`${management.replace(/\/$/, '')}${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, ...json },
    ...(body !== undefined && { body }),
  })
  return response.json()
}

/** Returns the stored state as a program sees it. */
async function stored(): Promise<{ labels: readonly string[]; waiting: readonly string[] }> {
  const { image: told } = Details.parse(await ask(`/${station.urls.workspace}/cups/images/${image}`))
  return {
    labels: told.annotation?.boxes.map(({ label }) => label) ?? [],
    waiting: told.predictions.map(({ label }) => label),
  }
}

test('the grid marks images with predictions, and can filter by them', async () => {
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/cups/images`)

  await page.getByRole('option', { name: 'coffee.jpg, 0 shapes, 4 suggestions' }).waitFor()
  await page.getByText('Has suggestions').click()

  await expect.poll(() => page.url()).toContain('proposals=true')
  await page.getByRole('option', { name: /coffee\.jpg/ }).waitFor()
})

test('Enter accepts the most confident suggestion, Backspace rejects the next one, and undo restores it', async () => {
  await page.goto(`${station.urls.studio.split('/?')[0]}/#/p/cups/annotate?image=${image}`)
  const strip = page.getByRole('group', { name: 'Suggestions' })
  await strip.getByText('4 suggestions from table-v2').waitFor()
  expect(await stored()).toEqual({ labels: [], waiting: ['cup', 'spoon', 'plate', 'spoon'] })

  await page.keyboard.press('Enter')
  await page.getByRole('application', { name: /, 1 shape/ }).waitFor()
  await page.keyboard.press('Backspace')
  await strip.getByText('2 suggestions from table-v2').waitFor()
  await expect.poll(stored).toEqual({ labels: ['cup'], waiting: ['plate', 'spoon'] })
  await page.keyboard.press('Control+z')

  await strip.getByText('3 suggestions from table-v2').waitFor()
  await expect.poll(stored).toEqual({ labels: ['cup'], waiting: ['spoon', 'plate', 'spoon'] })
})

test('the button accepts all suggestions above the threshold, and undo reverts all of them', async () => {
  const score = page.getByRole('slider', { name: 'From score' })
  await score.focus()
  for (let step = 0; step < 50; step += 1) await page.keyboard.press('ArrowRight')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect.poll(() => list.getByRole('option').count()).toBe(2)

  await page.getByRole('button', { name: 'Accept 2' }).click()

  await expect.poll(stored).toEqual({ labels: ['cup', 'spoon', 'plate'], waiting: ['spoon'] })
  await page.keyboard.press('Control+z')
  await expect.poll(stored).toEqual({ labels: ['cup'], waiting: ['spoon', 'plate', 'spoon'] })
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(stored).toEqual({ labels: ['cup', 'spoon', 'plate'], waiting: ['spoon'] })
})

test('the remaining suggestions are rejected at once, and the strip disappears', async () => {
  await page.getByRole('button', { name: 'Reject this suggestion' }).click()

  await expect.poll(stored).toEqual({ labels: ['cup', 'spoon', 'plate'], waiting: [] })
  await page.getByRole('group', { name: 'Suggestions' }).waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})
