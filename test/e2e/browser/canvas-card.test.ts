import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ClassId, ShapeId } from '#common/ids'
import { differing, pixelsOf } from '../../kit/pixels.ts'
import { addCupsAndBoats, openStudioPage, type StudioPage } from '../../kit/studio-page.ts'

let studio: StudioPage
let page: Page

beforeAll(async () => {
  studio = await openStudioPage()
  page = studio.page
  const { studio: core } = studio.station
  const project = await addCupsAndBoats(studio.station)
  const { id: cup } = await core.projects.classes.create({ project, name: 'cup' })
  const [image] = await core.images.ids({ project, filter: {}, sort: 'added' })
  if (image === undefined) throw new Error('The images were not added')
  const boxes = [0, 1, 2].map((nth) => ({
    id: ShapeId.parse(`boxNumber${nth}`),
    classId: ClassId.parse(cup),
    z: nth,
    origin: 'hand' as const,
    kind: 'box' as const,
    box: { x0: 40 + nth * 150, y0: 60, x1: 160 + nth * 150, y1: 240 },
  }))
  const changes = boxes.map((after) => ({ before: null, after }))
  await core.annotations.commit({ project, image, revision: 0, edit: { label: 'Draw boxes', changes } })
  await page.addInitScript(countFrames)
  await page.goto(studio.station.urls.studio)
})

afterAll(() => studio.close())

/** Counts the frames that the page requested since the count was last set to 0. */
function countFrames() {
  const ask = window.requestAnimationFrame.bind(window)
  const counted = Object.assign(window, { askedFrames: 0, askQuietly: ask })
  window.requestAnimationFrame = (callback) => {
    counted.askedFrames += 1
    return ask(callback)
  }
}

declare const askQuietly: typeof requestAnimationFrame
declare let askedFrames: number

const driver = () => page.locator('[data-driver]').getAttribute('data-driver')
const canvas = () => page.locator('[data-panel=canvas]').screenshot()

/** Waits until the photograph has replaced its average color: a flat background and a few boxes hardly test pixels. */
async function photographIsDrawn(): Promise<void> {
  await expect.poll(async () => (await sharp(await canvas()).stats()).entropy).toBeGreaterThan(5)
}

test('without a real GPU the CPU draws, but the GPU can be chosen', async () => {
  await page.getByRole('link', { name: /Cups/ }).first().click()
  await page.getByRole('link', { name: 'Annotate' }).first().click()
  await expect.poll(driver).toBe('soft')

  await page.goto(`${page.url().split('#')[0]}#/settings`)
  await page.getByRole('radio', { name: 'Graphics card' }).click()
  await page.goBack()

  await expect.poll(driver).toBe('gpu')
})

test('a lost GPU is replaced at once, and takes over again when it is back', async () => {
  await photographIsDrawn()
  const before = await pixelsOf(await canvas())

  const lost = await page.evaluateHandle(() => {
    const card = document.querySelector<HTMLCanvasElement>('[data-driver=gpu] canvas')?.getContext('webgl2')
    const loss = card?.getExtension('WEBGL_lose_context')
    loss?.loseContext()
    return loss
  })
  await expect.poll(driver).toBe('soft')
  const without = await pixelsOf(await canvas())
  await lost.evaluate((loss) => loss?.restoreContext())
  await expect.poll(driver).toBe('gpu')
  const again = await pixelsOf(await canvas())

  expect(differing(without, before, 48)).toBeLessThan(0.01)
  expect(differing(again, before, 8)).toBeLessThan(0.001)
})

test('nothing is drawn while nothing changes', async () => {
  const asked = await page.evaluate(async () => {
    const frames = async (count: number) => {
      for (let i = 0; i < count; i++) await new Promise((resolve) => askQuietly(resolve))
    }
    await frames(30)
    askedFrames = 0
    await frames(30)
    return askedFrames
  })

  expect(asked).toBe(0)
})
