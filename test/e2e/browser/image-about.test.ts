import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ImageId, ProjectSlug } from '#common/ids'
import { photo, type StationProcess } from '../../kit/station-process.ts'
import { openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

const project = ProjectSlug.parse('cups')
let opened: StudioPage
let station: StationProcess
let page: Page
let image: ImageId

beforeAll(async () => {
  opened = await openStudioPage(['--only', 'studio,management'])
  ;({ station, page } = opened)
  await station.studio.projects.create({ name: 'Cups', type: 'object-detection' })
  image = await upload({
    sequence_number: '3',
    sequence_size: '120',
    inference_id: 'inference-7',
    metadata: '{"lane":4}',
  })
  await page.goto(`${station.urls.studio}#/p/${project}/annotate?image=${image}`)
  await page.getByRole('tab', { name: 'Image' }).click()
})

afterAll(async () => opened.close())

/** Uploads an image like a program does. */
async function upload(fields: Readonly<Record<string, string>>): Promise<ImageId> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ name: 'coffee.jpg', ...fields })) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(await photo('coffee.jpg'))]), 'coffee.jpg')
  const headers = { authorization: `Bearer ${station.urls.apiKey}` }
  const response = await fetch(`${station.urls.management}/dataset/${project}/upload`, {
    method: 'POST',
    headers,
    body: form,
  })
  return z.object({ id: ImageId }).parse(await response.json()).id
}

async function about() {
  const { tags, metadata } = await station.studio.images.read({ project, image })
  return { tags, metadata }
}

async function undo(text: string) {
  await page.getByRole('status').filter({ hasText: text }).getByRole('button', { name: 'Undo' }).click()
}

test('the image tab shows what the sender declared', async () => {
  const facts = page.getByRole('region', { name: 'Image', exact: true })
  await facts.getByText('4 of 120').waitFor()

  expect(await facts.getByText('inference-7').count()).toBe(1)
})

test('a tag is added and removed, which the toast undoes', async () => {
  await page.getByLabel('Add a tag').fill('night')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove tag night' }).click()
  await expect.poll(about).toMatchObject({ tags: [] })

  await undo('Tag night removed')

  await expect.poll(about).toMatchObject({ tags: ['night'] })
})

test('metadata is added, changed and removed, and each change can be undone', async () => {
  await page.getByLabel('New key').fill('pier')
  await page.getByLabel('New value').fill('north')
  await page.keyboard.press('Enter')
  await expect.poll(about).toMatchObject({ metadata: { lane: 4, pier: 'north' } })

  await page.getByLabel('lane', { exact: true }).fill('5')
  await page.keyboard.press('Enter')
  await expect.poll(about).toMatchObject({ metadata: { lane: 5 } })
  await undo('lane changed')
  await expect.poll(about).toMatchObject({ metadata: { lane: 4 } })

  await page.getByRole('button', { name: 'Remove pier' }).click()
  await expect.poll(about).toMatchObject({ metadata: { lane: 4 } })
  await undo('pier removed')

  await expect.poll(about).toEqual({ tags: ['night'], metadata: { lane: 4, pier: 'north' } })
})
