import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProjectSlug } from '#common/ids'
import { type ImageHost, imageHost, type PathAnswer, sends } from '../../kit/image-host.ts'
import { photo, type StationProcess } from '../../kit/station-process.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

const project = ProjectSlug.parse('cups')
let host: ImageHost
let opened: StudioPage
let station: StationProcess
let page: Page
/** The host's answer for the camera image, which works only after a while. */
let camera: PathAnswer = (response) => void response.writeHead(503).end()

beforeAll(async () => {
  host = await imageHost({
    '/rocket.jpg': sends(await photo('rocket.jpg')),
    '/cup.jpg': sends(await photo('coffee.jpg')),
    '/notes.txt': sends('no image'),
    '/camera.jpg': (response, request) => camera(response, request),
  })
  opened = await openStudioPage(['--trusted-hosts', host.host])
  ;({ station, page } = opened)
  await addCupsAndBoats(station)
  await page.goto(station.urls.studio)
  await page.getByRole('link', { name: /^Cups/ }).click()
})

afterAll(async () => {
  await opened.close()
  await host.close()
})

async function names(): Promise<string[]> {
  const { rows } = await station.studio.images.page({ project, filter: {}, sort: 'name', offset: 0, limit: 50 })
  return rows.map(({ name }) => name)
}

test('images are fetched from addresses, and each failure has its reason', async () => {
  await page.getByRole('button', { name: 'Add images' }).click()
  await page.getByRole('menuitem', { name: 'From web addresses…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add images from web addresses' })
  await dialog.getByText(`the hosts you trust are contacted: ${host.host}`).waitFor()
  const addresses = ['rocket.jpg', 'cup.jpg', 'notes.txt', 'camera.jpg'].map((name) => `http://${host.host}/${name}`)
  await dialog.getByLabel('Addresses, one per line').fill([...addresses, 'http://10.0.0.7/a.png'].join('\n'))
  await dialog.getByRole('button', { name: 'Fetch 5 images' }).click()

  await page.getByText('1 image added').waitFor()
  await page.getByText('1 already here · 3 not imported').waitFor()
  await page.getByRole('button', { name: 'Show report' }).click()
  const report = page.getByRole('dialog')
  for (const reason of ['Same image as coffee.jpg', 'This file is not an image', 'answered with the status 503']) {
    await report.getByText(reason).waitFor()
  }
  await report.getByText('10.0.0.7 is not on the open internet').waitFor()
  expect(await names()).toEqual(['coffee.jpg', 'coins.png', 'rocket.jpg'])
})

test('files that a host failed to send are fetched by a retry', async () => {
  camera = sends(await photo('chelsea.jpg'))

  await page.getByRole('dialog').getByRole('button', { name: 'Fetch 1 image again' }).click()

  await page.getByText('Every image was new').waitFor()
  await expect.poll(names).toEqual(['camera.jpg', 'coffee.jpg', 'coins.png', 'rocket.jpg'])
})

test('a line that is not an address is named before anything is requested', async () => {
  await page.getByRole('button', { name: 'Add images' }).click()
  await page.getByRole('menuitem', { name: 'From web addresses…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add images from web addresses' })
  const asked = host.asked.length
  await dialog.getByLabel('Addresses, one per line').fill(`http://${host.host}/rocket.jpg\nquay.png`)

  await dialog.getByText('“quay.png” is not an address').waitFor()
  const start = dialog.getByRole('button', { name: 'Fetch 2 images' })
  await start.focus()
  await page.keyboard.press('Enter')
  expect(await start.getAttribute('aria-disabled')).toBe('true')
  expect(host.asked).toHaveLength(asked)
})
