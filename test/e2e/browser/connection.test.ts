import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openPage } from '../../kit/chromium.ts'
import { type PlainManagement, plainManagement } from '../../kit/plain-management.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { photo, type StationProcess, startStation } from '../../kit/station-process.ts'

const Uploaded = z.object({ id: z.string() })
const Details = z.object({
  image: z.object({ annotation: z.object({ boxes: z.array(z.object({ label: z.string() })) }).optional() }),
})

/** Services of a remote. */
const MANAGED = ['--only', 'studio,management']

let folder: string
let here: StationProcess
let there: StationProcess
let page: Page
let management: string
let port: string
let plain: PlainManagement
let coffee: string
let coins: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  there = await startStation(join(folder, 'there'), MANAGED)
  here = await startStation(join(folder, 'here'), ['--only', 'studio'])
  port = new URL(there.urls.management ?? '').port
  plain = await plainManagement(there.urls.management ?? '')
  management = plain.url
  await call(
    `/${there.urls.workspace}/projects`,
    json({ name: 'Cups', type: 'object-detection', annotation: 'cups', license: 'Private' }),
  )
  coffee = await upload('coffee.jpg')
  coins = await upload('coins.png')
  const labels = { annotationFile: '0 0.5 0.45 0.6 0.7', labelmap: { 0: 'cup' } }
  await call(`/dataset/cups/annotate/${coffee}?name=coffee.txt`, json(labels))
  page = await openPage()
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
  return (await fetch(management + path, { ...init, headers })).json()
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

/** Labels as the other station stores them. */
async function labelsOf(image: string): Promise<string[]> {
  const { annotation } = Details.parse(await call(`/${there.urls.workspace}/cups/images/${image}`)).image
  return annotation?.boxes.map(({ label }) => label) ?? []
}

/** Draws a box, in shares of the image's part of the window. */
async function drawBox(from: number, to: number) {
  const box = await page.locator('canvas').first().boundingBox()
  if (box === null) throw new Error('There is no canvas')
  await page.mouse.move(box.x + box.width * from, box.y + box.height * from)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * to, box.y + box.height * to, { steps: 4 })
  await page.mouse.up()
}

test('a connection is tried out before it is kept, and its key is told to nobody', async () => {
  await page.getByRole('link', { name: 'Offline · all local' }).click()
  await page.getByRole('button', { name: 'Add connection' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Workshop')
  await dialog.getByLabel('Management API').fill(`${management}/`)
  await dialog.getByLabel('API key').fill('tk_wrong')

  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await dialog.getByText('This API key is not known here').waitFor()
  await dialog.getByRole('button', { name: 'Add anyway' }).waitFor()
  expect((await here.studio.connections.list()).connections).toHaveLength(1)
  await dialog.getByLabel('API key').fill(there.urls.apiKey)
  await dialog.getByRole('button', { name: 'Test' }).click()
  await dialog.getByText(`Connected to workspace ${there.urls.workspace}, 1 project`).waitFor()
  await dialog.getByRole('button', { name: 'Add connection' }).click()

  await page.getByText(management).waitFor()
  expect(JSON.stringify(await here.studio.connections.list())).not.toContain(there.urls.apiKey)
})

test('a connection that was kept although it was refused says why', async () => {
  await page.getByRole('button', { name: 'Add connection' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Attic')
  await dialog.getByLabel('Management API').fill(`${management}/`)
  await dialog.getByLabel('API key').fill('tk_wrong')
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await dialog.getByRole('button', { name: 'Add anyway' }).click()

  const row = page.getByRole('listitem').filter({ hasText: 'Attic' })
  await row.getByText('This API key is not known here').waitFor()
  expect(await row.getByText('Not opened yet').count()).toBe(0)

  const kept = (await here.studio.connections.list()).connections.find(({ name }) => name === 'Attic')
  await here.studio.connections.remove({ id: kept?.id ?? '' })
  await expect.poll(() => row.count()).toBe(0)
})

test('a removed connection comes back', async () => {
  await page.getByRole('button', { name: 'More of Workshop' }).click()
  await page.getByRole('menuitem', { name: /^Remove/ }).click()
  await expect.poll(async () => (await here.studio.connections.list()).connections.length).toBe(1)

  await page.getByRole('button', { name: 'Undo' }).click()

  await page.getByRole('button', { name: 'Use Workshop' }).waitFor()
})

test('the studio works on the other station: its project, its images, its labels', async () => {
  await page.getByRole('button', { name: 'Use Workshop' }).click()
  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.getByRole('link', { name: /^Cups/ }).click()

  const images = page.getByRole('option')
  await expect.poll(() => images.count()).toBe(2)
  await expect
    .poll(() =>
      page
        .locator(`img[src="/images/${coffee}/thumb"]`)
        .last()
        .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    )
    .toBeGreaterThan(0)
  // Commands that its API cannot do and undo are not offered.
  await page.getByRole('button', { name: 'Add images' }).click()
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual([
    expect.stringContaining('Folder…'),
    expect.stringContaining('Files…'),
    'From web addresses…',
  ])
  await page.keyboard.press('Escape')
  expect(await page.getByRole('button', { name: 'Sort' }).count()).toBe(0)

  await page.goto(`${page.url().split('#')[0]}#/p/cups/annotate?image=${coins}`)
  await page.getByText('No shapes on this image yet').waitFor()
  // Labels can be there before the image is: nobody draws on an empty canvas.
  await page.locator('[role=application][aria-busy=false]').waitFor()
  await page.keyboard.press('b')
  await drawBox(0.35, 0.45)

  await expect.poll(() => labelsOf(coins)).toEqual(['cup'])
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => labelsOf(coins)).toEqual([])
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => labelsOf(coins)).toEqual(['cup'])
})

test('while the other station is away the studio says so and keeps what is drawn; it goes on when it is back', async () => {
  const { host } = new URL(management)
  await there.kill()
  await drawBox(0.5, 0.6)

  await page.getByRole('alert').getByText(`${host} cannot be reached`).waitFor()
  await page.getByText('1 change is not saved yet').waitFor()
  await expect(here.studio.projects.create({ name: 'Late', type: 'object-detection' })).rejects.toMatchObject({
    data: { reason: 'remote-unreachable' },
  })

  // The last of a flag counts.
  there = await startStation(join(folder, 'there'), [...MANAGED, '--management-port', port])
  await expect.poll(() => labelsOf(coins)).toEqual(['cup', 'cup'])
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await page.getByText(`Workshop on ${host}`).waitFor()
})

test('a key that is no longer taken is asked for', async () => {
  const { host } = new URL(management)
  const [connection] = (await here.studio.connections.list()).connections.filter(({ kind }) => kind === 'profile')
  if (!connection?.name) throw new Error('The connection is gone')
  await here.studio.connections.change({ ...connection, name: connection.name, management, key: 'tk_old' })

  const banner = page.getByRole('alert').filter({ hasText: `${host} refuses` })
  await banner.getByRole('button', { name: 'Enter the key' }).click()
  await page.getByRole('dialog').getByLabel('API key').fill(there.urls.apiKey)
  await page.getByRole('button', { name: 'Save changes' }).click()

  await banner.waitFor({ state: 'detached' })
  expect(await here.studio.projects.list()).toMatchObject([{ slug: 'cups' }])
})

test('back on this machine the other project is gone from sight', async () => {
  await page.getByRole('button', { name: 'Use This machine' }).click()

  await page.getByRole('link', { name: 'Offline · all local' }).waitFor()
  expect(await here.studio.projects.list()).toEqual([])
})
