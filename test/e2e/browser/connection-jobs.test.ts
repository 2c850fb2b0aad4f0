import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProjectSlug, ShapeId } from '#common/ids'
import { openPage } from '../../kit/chromium.ts'
import { type PlainManagement, plainManagement } from '../../kit/plain-management.ts'
import { removeFolder } from '../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { addCupsAndBoats } from '../../kit/studio-page.ts'

const project = ProjectSlug.parse('cups')
/** Services of a remote. */
const MANAGED = ['--only', 'studio,management']

let folder: string
let here: StationProcess
let there: StationProcess
let port: string
let plain: PlainManagement
let page: Page

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-e2e-'))
  there = await startStation(join(folder, 'there'), MANAGED)
  here = await startStation(join(folder, 'here'), ['--only', 'studio'])
  await addCupsAndBoats(there)
  port = new URL(there.urls.management ?? '').port
  plain = await plainManagement(there.urls.management ?? '')
  const none = { inference: null, source: null, deployments: null }
  const { id } = await here.studio.connections.add({
    name: 'Workshop',
    management: plain.url,
    ...none,
    key: there.urls.apiKey,
  })
  await here.studio.connections.use({ id })
  page = await openPage()
  await page.goto(here.urls.studio)
})

afterAll(async () => {
  await page.context().close()
  await Promise.all([here.kill(), there.kill(), plain.close()])
  await removeFolder(folder)
})

const batch = () => page.getByRole('region', { name: 'Batch Monday' })
const job = () => page.getByRole('complementary', { name: 'Job Tables' })

/** Returns the folders of the remote with their contents. */
async function folders(): Promise<Record<string, string[]>> {
  return Object.fromEntries((await there.studio.folders.list()).map(({ name, projects }) => [name, projects]))
}

async function choose(what: string, entry: string) {
  await page.getByRole('button', { name: `More of ${what}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function undo(text: string) {
  await page.getByRole('status').filter({ hasText: text }).getByRole('button', { name: 'Undo' }).click()
}

/** Draws one box on the first image of the remote, and approves it. */
async function labelAndApproveOne(): Promise<void> {
  const { studio } = there
  const [image] = await studio.images.ids({ project, filter: {}, sort: 'added' })
  const [given] = (await studio.jobs.board({ project })).jobs
  if (image === undefined || given === undefined) throw new Error('There is no job')
  const { id: classId } = await studio.projects.classes.create({ project, name: 'cup' })
  const { revision } = await studio.annotations.open({ project, image })
  const box = { x0: 0, y0: 0, x1: 60, y1: 40 }
  const id = ShapeId.parse('oneCupOfTheTest00000')
  const after = { kind: 'box' as const, id, classId, z: 1, origin: 'hand' as const, box }
  await studio.annotations.commit({
    project,
    image,
    revision,
    edit: { label: 'Draw a cup', changes: [{ before: null, after }] },
  })
  await studio.jobs.review({ project, job: given.id, images: [image], verdict: 'approved' })
}

test('a folder is created on the remote, and a project is moved into it and back', async () => {
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Harbour')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Folder Harbour, 0 projects' }).waitFor()

  await page.getByRole('link', { name: /^Boats/ }).dragTo(page.getByRole('button', { name: 'Folder Harbour' }))
  await page.getByRole('button', { name: 'Folder Harbour, 1 project' }).waitFor()
  expect(await folders()).toEqual({ Harbour: ['boats'] })
  await undo('Boats moved to Harbour')
  await expect.poll(folders).toEqual({ Harbour: [] })

  await page.getByRole('button', { name: 'Folder Harbour, 0 projects' }).waitFor()
  await choose('Boats', 'Move to folder…')
  await page
    .getByRole('dialog', { name: 'Move Boats' })
    .getByRole('button', { name: /Folder/ })
    .click()
  await page.getByRole('option', { name: 'Harbour' }).click()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect.poll(folders).toEqual({ Harbour: ['boats'] })
})

test('a folder deleted on the remote is restored with its subfolder and project', async () => {
  await choose('Harbour', 'New folder inside…')
  await page.getByRole('dialog').getByLabel('Name').fill('Cranes')
  await page.getByRole('button', { name: 'Create folder' }).click()
  await page.getByRole('button', { name: 'Folder Cranes' }).waitFor()

  await choose('Harbour', 'Delete folder')
  await page.getByRole('button', { name: 'Folder Harbour' }).waitFor({ state: 'detached' })
  expect(await folders()).toEqual({ Cranes: [] })
  await undo('Folder Harbour deleted')

  await page.getByRole('button', { name: 'Folder Harbour, 1 project' }).waitFor()
  const listed = await there.studio.folders.list()
  const harbour = listed.find(({ name }) => name === 'Harbour')
  expect(harbour).toMatchObject({ parentId: null, projects: ['boats'] })
  expect(listed.find(({ name }) => name === 'Cranes')?.parentId).toBe(harbour?.id)
})

test('a batch of a remote is assigned to a person; commands that its API lacks are not offered', async () => {
  await page.getByRole('link', { name: /^Cups/ }).click()
  await page.getByRole('link', { name: 'Batches' }).click()
  await batch().getByText('2 images, 0 labeled', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'More of Monday' }).click()
  const entries = await page.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')

  await batch().getByRole('button', { name: 'Assign to…' }).click()
  await page.getByLabel('Name of the job').fill('Tables')
  await page.getByLabel('Who labels').fill('Ada')
  await page.getByLabel('Who reviews').fill('Bo')
  await page.getByLabel('Instructions').fill('Saucers too')
  await page.getByRole('button', { name: 'Assign 2 images' }).click()

  await job().getByText('Saucers too').waitFor()
  expect(entries).toEqual(['Show images', 'Annotate'])
  expect((await there.studio.jobs.board({ project })).jobs).toMatchObject([
    { name: 'Tables', labeler: 'Ada', reviewer: 'Bo', state: 'assigned', counts: { unannotated: 2 } },
  ])
  expect(await page.getByRole('button', { name: 'More of Tables' }).count()).toBe(0)
})

test('the state of the remote job is shown, and its images can be opened', async () => {
  await labelAndApproveOne()
  await page.reload()

  await batch().getByText('2 images, 1 labeled', { exact: true }).waitFor()
  await job().getByText('Annotating', { exact: true }).waitFor()
  const images = job().getByRole('list', { name: 'Images of Tables' })
  await images.getByText('Approved').waitFor()
  await images.getByText('Unannotated').waitFor()
  await job()
    .getByText(/Bo must review on/)
    .waitFor()
  const width = () =>
    images
      .locator('img')
      .first()
      .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)
  await expect.poll(width).toBeGreaterThan(0)
  expect(await job().getByRole('button').allTextContents()).toEqual(['', 'Annotate', 'Show images'])

  await images.getByRole('link', { name: 'coffee.jpg' }).click()
  await page.getByText('Job Tables').waitFor()
  await page.getByRole('button', { name: 'Instructions' }).click()
  await page.getByText('Saucers too').waitFor()
  await page.keyboard.press('Escape')
})

test('while the remote is down its batches stay visible', async () => {
  await page.goBack()
  await batch().getByText('2 images, 1 labeled', { exact: true }).waitFor()
  await there.kill()

  await page.getByRole('alert').getByText('The page stays visible').waitFor()
  expect(await batch().getByText('2 images, 1 labeled', { exact: true }).count()).toBe(1)

  there = await startStation(join(folder, 'there'), [...MANAGED, '--management-port', port])
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  expect(await batch().getByText('2 images, 1 labeled', { exact: true }).count()).toBe(1)
})
