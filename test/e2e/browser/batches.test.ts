import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProjectSlug, ShapeId } from '#common/ids'
import type { StationProcess } from '../../kit/station-process.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

const project = ProjectSlug.parse('cups')
let opened: StudioPage
let station: StationProcess
let page: Page

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  await addCupsAndBoats(station)
  await page.goto(station.urls.studio)
  await page.getByRole('link', { name: /^Cups/ }).click()
  await page.getByRole('link', { name: 'Batches' }).click()
})

afterAll(async () => opened.close())

const job = () => page.getByRole('complementary', { name: 'Job Tables' })

async function states(): Promise<string[]> {
  return (await station.studio.jobs.board({ project })).jobs.map(({ name, state }) => `${name}: ${state}`)
}

/** Draws one box on each image of the project. */
async function labelAll() {
  const { id: classId } = await station.studio.projects.classes.create({ project, name: 'cup' })
  for (const image of await station.studio.images.ids({ project, filter: {}, sort: 'added' })) {
    const { revision } = await station.studio.annotations.open({ project, image })
    const box = { x0: 0, y0: 0, x1: 60, y1: 40 }
    const after = {
      id: ShapeId.parse('oneCupOfTheTest00000'),
      classId,
      z: 1,
      origin: 'hand' as const,
      kind: 'box' as const,
      box,
    }
    const edit = { label: 'Draw a cup', changes: [{ before: null, after }] }
    await station.studio.annotations.commit({ project, image, revision, edit })
  }
}

test('a batch is assigned to a person, and the job opens beside it', async () => {
  const batch = page.getByRole('region', { name: 'Batch Monday' })
  await batch.getByText('2 images, 0 labeled, 0 done').waitFor()
  await batch.getByRole('button', { name: 'Assign to…' }).click()
  await page.getByLabel('Name of the job').fill('Tables')
  await page.getByLabel('Who labels').fill('Ada')
  await page.getByLabel('Who reviews').fill('Bo')
  await page.getByLabel('Instructions').fill('Saucers too')
  await page.getByRole('button', { name: 'Assign 2 images' }).click()

  await job().getByText('Assigned', { exact: true }).waitFor()
  await job().getByText('Saucers too').waitFor()
  expect(await batch.getByRole('link', { name: /Assigned\s*Tables\s*Ada, reviewed by Bo/ }).count()).toBe(1)
})

test('the images of the job are a filter away, and annotating opens on them', async () => {
  await job().getByRole('button', { name: 'Show images' }).click()
  await page.getByRole('status').filter({ hasText: '2 of 2' }).waitFor()
  expect(await page.getByRole('combobox', { name: 'Search images' }).inputValue()).toBe('job:Tables')
  await page.goBack()

  await job().getByRole('button', { name: 'Annotate' }).click()
  await page.getByRole('application', { name: /coffee\.jpg/ }).waitFor()
  await page.getByText('Job Tables').waitFor()
  await page.getByRole('button', { name: 'Instructions' }).click()
  await page.getByRole('dialog', { name: 'Instructions of Tables' }).getByText('Saucers too').waitFor()
  await page.keyboard.press('Escape')
  await page.goBack()
  await job().waitFor()
})

test('a job goes from review to complete, is opened again and sent back', async () => {
  await labelAll()
  await job().getByText('Review', { exact: true }).waitFor()

  await job().getByRole('button', { name: 'Approve 2 images' }).click()
  await job().getByText('Complete', { exact: true }).waitFor()
  await job().getByRole('button', { name: 'Reopen the review' }).click()
  await job().getByText('Review', { exact: true }).waitFor()
  await job().getByRole('button', { name: 'Request changes to coffee.jpg' }).click()
  await job().getByText('Annotating', { exact: true }).waitFor()

  expect(await states()).toEqual(['Tables: annotating'])
})

test('a job is cancelled, and the toast restores it', async () => {
  await job().getByRole('button', { name: 'More of Tables' }).click()
  await page.getByRole('menuitem', { name: 'Cancel job' }).click()
  await expect.poll(states).toEqual([])

  const toast = page.getByRole('status').filter({ hasText: 'Tables is canceled' })
  await toast.getByRole('button', { name: 'Undo' }).click()

  await expect.poll(states).toEqual(['Tables: annotating'])
})

test('a batch is renamed', async () => {
  await page.getByRole('button', { name: 'More of Monday' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Monday, first light')
  await page.keyboard.press('Enter')

  await page.getByRole('region', { name: 'Batch Monday, first light' }).waitFor()
  expect((await station.studio.jobs.board({ project })).batches).toMatchObject([{ name: 'Monday, first light' }])
})
