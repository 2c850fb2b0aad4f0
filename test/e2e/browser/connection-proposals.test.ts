import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openPage } from '../../kit/chromium.ts'
import { type PlainManagement, plainManagement } from '../../kit/plain-management.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { photo, type StationProcess, startStation } from '../../kit/station-process.ts'
import { readZip } from '../../kit/zip-file.ts'

const Uploaded = z.object({ id: z.string() })
const Labels = z.array(z.looseObject({ label: z.string() }))
const Details = z.object({
  image: z.object({ annotation: z.object({ boxes: Labels }).optional(), predictions: Labels }),
})

/** coffee.jpg has 600 × 400 pixels. */
const PREDICTIONS = [
  { class: 'cup', x: 270, y: 160, width: 200, height: 160, confidence: 0.92 },
  { class: 'spoon', x: 450, y: 190, width: 160, height: 60, confidence: 0.81 },
  { class: 'plate', x: 280, y: 260, width: 420, height: 200, confidence: 0.64 },
]

/** Services of a remote. */
const MANAGED = ['--only', 'studio,management']

let folder: string
let here: StationProcess
let there: StationProcess
let plain: PlainManagement
let page: Page
let coffee: string
const faults: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  there = await startStation(join(folder, 'there'), MANAGED)
  plain = await plainManagement(there.urls.management ?? '')
  here = await startStation(join(folder, 'here'), ['--only', 'studio'])
  const wish = { name: 'Cups', type: 'object-detection', annotation: 'cups', license: 'Private' }
  await call(`/${there.urls.workspace}/projects`, json(wish))
  coffee = await upload('coffee.jpg')
  await upload('coins.png')
  const found = { annotationFile: JSON.stringify({ predictions: PREDICTIONS }), labelmap: null }
  await call(`/dataset/cups/annotate/${coffee}?name=found.json&prediction=true&source=table-v2`, json(found))
  const nobody = { inference: null, source: null, deployments: null }
  const made = await here.studio.connections.add({
    name: 'Workshop',
    management: plain.url,
    key: there.urls.apiKey,
    ...nobody,
  })
  await here.studio.connections.use({ id: made.id })
  page = await openPage()
  page.on('pageerror', (failure) => faults.push(failure.message))
  await page.goto(here.urls.studio)
})

afterAll(async () => {
  await page.context().close()
  await Promise.all([here.kill(), there.kill(), plain.close()])
  await removeFolder(folder)
})

async function call(path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${there.urls.apiKey}`)
  return (await fetch((there.urls.management ?? '') + path, { ...init, headers })).json()
}

function json(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

async function upload(name: string): Promise<string> {
  const form = new FormData()
  form.append('name', name)
  form.append('file', new Blob([new Uint8Array(await photo(name))]), name)
  return Uploaded.parse(await call('/dataset/cups/upload', { method: 'POST', body: form })).id
}

/** Returns the state stored on the remote. */
async function stored(): Promise<{ labels: readonly string[]; waiting: readonly string[] }> {
  const { image } = Details.parse(await call(`/${there.urls.workspace}/cups/images/${coffee}`))
  return {
    labels: image.annotation?.boxes.map(({ label }) => label) ?? [],
    waiting: image.predictions.map(({ label }) => label),
  }
}

async function visit(place: string) {
  await page.goto(`${here.urls.studio.split('/?')[0]}/#/p/cups/${place}`)
}

test('images of a remote with predictions are found', async () => {
  await visit('images')
  await expect.poll(() => page.getByRole('option').count()).toBe(2)

  await page.getByText('Has suggestions').click()

  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await page.getByRole('option', { name: /coffee\.jpg/ }).waitFor()
})

test('Enter accepts, Backspace rejects and undo restores on the remote', async () => {
  await visit(`annotate?image=${coffee}`)
  const strip = page.getByRole('group', { name: 'Suggestions' })
  await strip.getByText('3 suggestions from table-v2').waitFor()

  await page.keyboard.press('Enter')
  await page.getByRole('application', { name: /, 1 shape/ }).waitFor()
  await expect.poll(stored).toEqual({ labels: ['cup'], waiting: ['spoon', 'plate'] })
  await page.keyboard.press('Backspace')
  await expect.poll(stored).toEqual({ labels: ['cup'], waiting: ['plate'] })
  await page.keyboard.press('Control+z')
  await strip.getByText('2 suggestions from table-v2').waitFor()
  await expect.poll(stored).toEqual({ labels: ['cup'], waiting: ['spoon', 'plate'] })
  await page.keyboard.press('Control+z')
  await strip.getByText('3 suggestions from table-v2').waitFor()
  await expect.poll(stored).toEqual({ labels: [], waiting: ['cup', 'spoon', 'plate'] })
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(stored).toEqual({ labels: ['cup'], waiting: ['spoon', 'plate'] })
  await page.getByText('Saved', { exact: true }).waitFor()
})

test('all visible suggestions are accepted at once, and their classes are created', async () => {
  await page.getByRole('button', { name: 'Accept 2' }).click()

  await expect.poll(stored).toEqual({ labels: ['cup', 'spoon', 'plate'], waiting: [] })
  await page.getByRole('group', { name: 'Suggestions' }).waitFor({ state: 'detached' })
  expect((await here.studio.projects.classes.list({ project: 'cups' })).map(({ name }) => name)).toEqual([
    'cup',
    'spoon',
    'plate',
  ])
})

test('an undo while the remote is down is applied there when it is back', async () => {
  const { port } = new URL(there.urls.management ?? '')
  await there.kill()
  await page.keyboard.press('Control+z')
  await page.getByText('1 change is not saved yet').waitFor()

  // The last of repeated flags counts.
  there = await startStation(join(folder, 'there'), [...MANAGED, '--management-port', port])

  await expect.poll(stored).toEqual({ labels: ['cup'], waiting: ['spoon', 'plate'] })
  await page.getByRole('group', { name: 'Suggestions' }).getByText('2 suggestions from table-v2').waitFor()
  await page.getByText('Saved', { exact: true }).waitFor()
})

test('filtered images are exported by the remote, and the archive is downloaded', async () => {
  await visit('images')
  await page.getByRole('combobox', { name: 'Search images' }).fill('coffee')
  await page.getByRole('status').filter({ hasText: '1 of 2' }).waitFor()
  await page.getByRole('button', { name: 'Export these images' }).click()
  await page.getByRole('dialog', { name: 'Export 1 image' }).waitFor()

  await page.getByRole('button', { name: 'Export COCO' }).click()
  await page.getByText('cups-coffee.coco.zip is ready').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).last().click(),
  ])

  const files = await readZip(await readFile(await download.path()))
  const images = [...files.keys()].filter((path) => path.endsWith('.jpg'))
  expect(images).toEqual([expect.stringMatching(/^train\/coffee_jpg/)])
  expect(download.suggestedFilename()).toBe('cups-coffee.coco.zip')
})

test('manually selected images are not offered for export', async () => {
  await page.getByRole('option').first().focus()
  await page.keyboard.press('Control+a')
  const toolbar = page.getByRole('toolbar', { name: 'Selected images' })
  await toolbar.getByText('1 selected').waitFor()

  await toolbar.getByRole('button', { name: 'Annotate' }).waitFor()
  expect(await toolbar.getByRole('button', { name: 'Export' }).count()).toBe(0)
  expect(faults).toEqual([])
})
