import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImageId, ProjectSlug } from '#common/ids'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

const project = ProjectSlug.parse('cups')

let opened: StudioPage
let station: StationProcess
let page: Page
let image: ImageId

beforeAll(async () => {
  opened = await openStudioPage()
  ;({ station, page } = opened)
  await addCupsAndBoats(station)
  ;[image = ImageId.parse('none')] = await station.studio.images.ids({ project, filter: {}, sort: 'name' })
  await page.goto(station.urls.studio)
  await page.goto(`${new URL(page.url()).origin}/#/p/cups/annotate?image=${image}`)
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.locator('[role=application][aria-busy=false]').waitFor()
})

afterAll(async () => {
  await opened.close()
  await station.kill()
})

keepLookOfFailures(() => page)

test('the first shape of a project survives a reload, and closing the window while the core is down', async () => {
  const { library } = await station.studio.session.read()
  const { port } = new URL(station.urls.studio)
  await page.keyboard.press('b')
  const canvas = await page.getByRole('application').boundingBox()
  if (canvas === null) throw new Error('There is no canvas')
  const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 60, y + 40, { steps: 3 })
  await page.mouse.up()
  const picker = page.getByRole('dialog', { name: 'Name the first class' })
  await picker.waitFor()
  await page.getByText('Not saved yet: name the class').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep' }).click()
  await picker.waitFor()
  await expect.poll(() => picker.getByRole('combobox').evaluate((input) => input === document.activeElement)).toBe(true)
  await page.reload()
  await picker.waitFor()

  await station.kill()
  await page.getByText(/Connection lost/).waitFor()
  await picker.getByRole('combobox').fill('mug')
  await page.keyboard.press('Enter')
  await picker.getByText('“mug” is created once connected').waitFor()
  await page.goto('about:blank')
  station = await startStation(library.path, ['--only', 'studio', '--studio-port', port])
  await page.goBack()
  await picker.getByRole('combobox').fill('mug')
  await page.keyboard.press('Enter')

  await page.getByText('Saved', { exact: true }).waitFor()
  const { shapes } = await station.studio.annotations.open({ project, image })
  expect(shapes).toMatchObject([{ kind: 'box', origin: 'hand' }])
  expect((await station.studio.projects.classes.list({ project })).map(({ name }) => name)).toEqual(['mug'])
})
