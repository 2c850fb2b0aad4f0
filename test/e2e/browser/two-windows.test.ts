import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ImageId, ProjectSlug } from '#common/ids'
import { keepLookOfFailures } from '../../kit/failure-shot.ts'
import { type StationProcess, startStation } from '../../kit/station-process.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

const project = ProjectSlug.parse('cups')

let opened: StudioPage
let station: StationProcess
let windows: readonly [Page, Page]
let image: ImageId

beforeAll(async () => {
  opened = await openStudioPage()
  station = opened.station
  await addCupsAndBoats(station)
  await station.studio.projects.classes.create({ project, name: 'cup' })
  ;[image = ImageId.parse('none')] = await station.studio.images.ids({ project, filter: {}, sort: 'name' })
  windows = [opened.page, await opened.page.context().newPage()]
  for (const page of windows) await openToDraw(page)
})

afterAll(async () => {
  await opened.close()
  await station.kill()
})

keepLookOfFailures(() => windows[0])

async function openToDraw(page: Page): Promise<void> {
  await page.goto(station.urls.studio)
  await page.goto(`${new URL(page.url()).origin}/#/p/cups/annotate?image=${image}`)
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.locator('[role=application][aria-busy=false]').waitFor()
  await page.keyboard.press('b')
}

/** Draws a box in the middle of the canvas, shifted by `left` pixels. */
async function drawBox(page: Page, left: number): Promise<void> {
  const canvas = await page.getByRole('application').boundingBox()
  if (canvas === null) throw new Error('There is no canvas')
  const [x, y] = [canvas.x + canvas.width / 2 + left, canvas.y + canvas.height / 2]
  await page.bringToFront()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 15, y + 20, { steps: 3 })
  await page.mouse.up()
}

/** Does something while the station is down; when it is back, the image is in the trash. */
async function deleteWhileAway(act: () => Promise<void>): Promise<void> {
  const { library } = await station.studio.session.read()
  const { port } = new URL(station.urls.studio)
  await station.kill()
  await act()
  const other = await startStation(library.path, ['--only', 'studio'])
  await other.studio.images.trash({ project, images: [image] })
  await other.stop()
  station = await startStation(library.path, ['--only', 'studio', '--studio-port', port])
}

async function storedBoxes(): Promise<number> {
  return (await station.studio.annotations.open({ project, image })).shapes.length
}

test('everything that two windows drew on a deleted image is stored once it is restored', async () => {
  const before = await storedBoxes()
  await deleteWhileAway(async () => {
    for (const page of windows) await page.getByText(/Connection lost/).waitFor()
    for (const left of [-60, -30]) await drawBox(windows[0], left)
    await windows[0].getByText('2 changes are not saved yet').waitFor()
    await drawBox(windows[1], 40)
    await windows[1].getByText('1 change is not saved yet').waitFor()
  })
  for (const page of windows)
    await page
      .getByText(/is no longer in this project/)
      .first()
      .waitFor()
  await station.studio.images.restore({ project, images: [image] })

  await expect.poll(storedBoxes).toBe(before + 3)
  for (const page of windows) {
    await page.bringToFront()
    await expect.poll(() => page.getByRole('grid', { name: 'Objects' }).getByRole('row').count()).toBe(before + 3)
    await page.getByText('Saved', { exact: true }).waitFor()
  }
})

test('everything that both windows drew while the station was down is stored when it is back', async () => {
  const { library } = await station.studio.session.read()
  const { port } = new URL(station.urls.studio)
  const before = await storedBoxes()
  const canvas = windows[1].locator('canvas').first()
  const place = await canvas.boundingBox()
  await station.kill()
  for (const page of windows) await page.getByText(/Connection lost/).waitFor()
  // The message moves nothing under the pointer.
  expect(await canvas.boundingBox()).toEqual(place)
  for (const [index, page] of windows.entries()) {
    for (let nth = 0; nth < 8; nth += 1) await drawBox(page, nth * 18 - 140 + index * 160)
    await page.getByText('8 changes are not saved yet').waitFor()
  }

  station = await startStation(library.path, ['--only', 'studio', '--studio-port', port])

  await expect.poll(storedBoxes).toBe(before + 16)
  for (const page of windows) expect(await page.getByText('A change to this image was not applied').count()).toBe(0)
})

test('edits kept by an earlier release, without window ids, are stored too', async () => {
  const [page] = windows
  const before = await station.studio.annotations.open({ project, image })
  const [shape] = before.shapes
  const { library, place } = await station.studio.session.read()
  const kept = {
    revision: before.revision,
    acts: [
      { kind: 'commit', edit: { label: 'Draw box', changes: [{ before: null, after: { ...shape, id: 'earlier1' } }] } },
    ],
  }
  const key = [`${place.connection} ${library.path}`, project, image]
  await page.evaluate(
    (row) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('tessera.unwritten')
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('acts', 'readwrite')
          transaction.objectStore('acts').put(row.kept, row.key)
          transaction.addEventListener('complete', () => resolve())
        })
      }),
    { kept, key },
  )
  await page.reload()

  await expect.poll(storedBoxes).toBe(before.shapes.length + 1)
})

test('edits that a closed window kept for a deleted image are stored once it is restored', async () => {
  const drawing = await opened.page.context().newPage()
  await openToDraw(drawing)
  const before = await storedBoxes()
  await deleteWhileAway(async () => {
    await drawing.getByText(/Connection lost/).waitFor()
    await drawBox(drawing, 60)
    await drawing.getByText('1 change is not saved yet').waitFor()
  })
  await drawing.getByText('is kept in case it is restored').waitFor()
  await drawing.close()

  await station.studio.images.restore({ project, images: [image] })

  await expect.poll(storedBoxes).toBe(before + 1)
})
