import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProjectSlug } from '#common/ids'
import { openPage } from '../../kit/chromium.ts'
import { type ImageHost, imageHost, type PathAnswer, sends } from '../../kit/image-host.ts'
import { type PlainManagement, plainManagement } from '../../kit/plain-management.ts'
import { publishProject } from '../../kit/published.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { photo, type StationProcess, startStation } from '../../kit/station-process.ts'

const project = ProjectSlug.parse('cups')
let folder: string
let host: ImageHost
let here: StationProcess
let there: StationProcess
let plain: PlainManagement
let page: Page
/** Every address that the page requests. */
const asked: string[] = []
/** The host's answer for the camera image, which works only after a while. */
let camera: PathAnswer = (response) => void response.writeHead(503).end()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  const catalog = join(folder, 'shared')
  await publishProject(catalog, 'harbour')
  host = await imageHost({
    '/rocket.jpg': sends(await photo('rocket.jpg')),
    '/cup.jpg': sends(await photo('coffee.jpg')),
    '/camera.jpg': (response, request) => camera(response, request),
  })
  there = await startStation(join(folder, 'there'), ['--catalog', catalog, '--trusted-hosts', host.host])
  plain = await plainManagement(there.urls.management ?? '')
  here = await startStation(join(folder, 'here'), ['--only', 'studio', '--catalog', join(folder, 'none')])
  await there.studio.projects.create({ name: 'Cups', type: 'object-detection' })
  const { taskId } = await there.studio.imports.start({ project, batchName: 'Monday', expected: 1 })
  await there.sendFile(taskId, 'coffee.jpg', await photo('coffee.jpg'))
  await there.studio.imports.finish({ taskId })
  const connection = { name: 'Workshop', management: plain.url, key: there.urls.apiKey }
  const added = await here.studio.connections.add({ ...connection, inference: null, source: null, deployments: null })
  await here.studio.connections.use({ id: added.id })
  page = await openPage()
  page.on('request', (request) => void asked.push(request.url()))
  await page.goto(here.urls.studio)
})

afterAll(async () => {
  await page.context().close()
  await Promise.all([here.kill(), there.kill(), plain.close()])
  await host.close()
  await removeFolder(folder)
})

const tile = (name: string) => page.getByRole('article', { name })
const status = (text: string) => page.getByRole('status').getByText(text, { exact: true })

async function names(): Promise<string[]> {
  const { rows } = await there.studio.images.page({ project, filter: {}, sort: 'name', offset: 0, limit: 50 })
  return rows.map(({ name }) => name)
}

test('a project is made public in its menu, and publishing to a folder of this disk is not offered', async () => {
  await page.getByRole('button', { name: 'More of Cups' }).click()
  expect(await page.getByRole('menuitem', { name: /^Publish to/ }).count()).toBe(0)
  await page.getByRole('menuitem', { name: 'Make public: others can see and copy it' }).click()

  await page.getByText('Cups is in the catalog').waitFor()
  await page.getByText('Object detection · Public').waitFor()
  expect(await there.studio.projects.read({ project })).toMatchObject({ isPublic: true })
})

test('the remote catalog is shown with its images, and the page requests nothing from the remote itself', async () => {
  await page.getByRole('link', { name: 'Catalog' }).click()
  await status('2 projects').waitFor()
  await page.getByText(/^Catalog of 127\.0\.0\.1:/).waitFor()

  for (const name of ['Cups', 'Harbour boats']) {
    const cover = tile(name).locator('img')
    const width = () => cover.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)
    await expect.poll(width).toBeGreaterThan(0)
  }
  await tile('Cups').getByText('Yours').waitFor()
  expect(await tile('Harbour boats').getByText('class').count()).toBe(0)
  const hosts = new Set(asked.map((url) => new URL(url).host))
  expect([...hosts]).toEqual([new URL(here.urls.studio).host])
})

test('it is searched by words and by an image', async () => {
  await page.getByRole('searchbox', { name: 'Search the catalog' }).fill('class:boat')
  await status('1 project').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await status('2 projects').waitFor()

  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Search by image' }).click()
  await (await chosen).setFiles({ name: 'mine.jpg', mimeType: 'image/jpeg', buffer: await photo('coffee.jpg') })

  await page.getByText('Most similar to mine.jpg').waitFor()
  await expect.poll(() => page.getByRole('article').first().getAttribute('aria-label')).toBe('Cups')
  await page.getByRole('button', { name: 'Remove filter Most similar to mine.jpg' }).click()
})

test('a project is copied to the remote and opened', async () => {
  await tile('Harbour boats').getByRole('button', { name: 'Copy into my projects' }).click()
  await tile('Harbour boats').getByText('Harbour boats copied into your projects, 3 images').waitFor()
  await tile('Harbour boats').getByRole('button', { name: 'Open the copy' }).click()

  await expect.poll(() => page.url()).toContain('#/p/harbour-boats/images')
  await expect.poll(() => page.getByRole('option').count()).toBe(3)
  const copied = ProjectSlug.parse('harbour-boats')
  expect(await there.studio.projects.read({ project: copied })).toMatchObject({ images: 3 })
})

test('images are fetched from addresses by the remote, and each failure has its reason', async () => {
  await page.goto(`${page.url().split('#')[0]}#/p/cups/images`)
  await page.getByRole('button', { name: 'Add images' }).click()
  await page.getByRole('menuitem', { name: 'From web addresses…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add images from web addresses' })
  await dialog.getByText('requests each address itself, under its own rules').waitFor()
  expect(await dialog.getByText('--trusted-hosts').count()).toBe(0)
  const addresses = ['rocket.jpg', 'cup.jpg', 'camera.jpg'].map((name) => `http://${host.host}/${name}`)
  await dialog.getByLabel('Addresses, one per line').fill([...addresses, 'http://10.0.0.7/a.png'].join('\n'))
  await dialog.getByRole('button', { name: 'Fetch 4 images' }).click()

  await page.getByText('1 image added').waitFor()
  await page.getByText('1 already here · 2 not imported').waitFor()
  await page.getByRole('button', { name: 'Show report' }).click()
  const report = page.getByRole('dialog')
  for (const reason of ['Same image as coffee.jpg', 'answered with the status 503']) {
    await report.getByText(reason).waitFor()
  }
  await report.getByText('10.0.0.7 is not on the open internet').waitFor()
  expect(await names()).toEqual(['coffee.jpg', 'rocket.jpg'])
})

test('files that a host failed to send are fetched by a retry', async () => {
  camera = sends(await photo('chelsea.jpg'))

  await page.getByRole('dialog').getByRole('button', { name: 'Fetch 1 image again' }).click()

  await page.getByText('Every image was new').waitFor()
  await expect.poll(names).toEqual(['camera.jpg', 'coffee.jpg', 'rocket.jpg'])
})

test('while the remote is down the found catalog stays', async () => {
  await page.getByRole('link', { name: 'Catalog' }).click()
  await tile('Cups').waitFor()
  await there.kill()

  await page.getByRole('link', { name: 'Projects', exact: true }).click()
  await page.getByRole('link', { name: 'Catalog' }).click()
  await page.getByRole('heading', { name: 'Catalog', level: 1 }).waitFor()
  await page.getByRole('alert').getByText('cannot be reached').first().waitFor()

  await expect.poll(() => page.getByRole('article').count()).toBe(2)
})
