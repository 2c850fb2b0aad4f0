import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { ImageId, ProjectSlug } from '#common/ids'
import type { StationProcess } from '../../../kit/station-process.ts'

export const project = ProjectSlug.parse('kitchen-table')

type OnPage = readonly [x: number, y: number]

interface OpenImage {
  readonly canvas: Locator
  /** Returns the position on the page of a point given as fractions of the canvas. */
  at(x: number, y: number): [x: number, y: number]
}

/** A user who annotates the kitchen table in a page of a station. */
export interface AtWork {
  goTo(place: string): Promise<void>
  idOf(image: string): Promise<ImageId>
  openEncoded(name: string): Promise<OpenImage>
  /** Returns the stored annotations of an image. */
  stored(name: string): ReturnType<StationProcess['studio']['annotations']['open']>
  /** Presses keys one after the other. */
  press(...keys: readonly string[]): Promise<void>
  /** Presses a key; work that the page defers to the next frame never happens. */
  pressWithoutFrame(key: string): Promise<void>
  /** Clicks points one after the other. */
  click(...places: readonly OnPage[]): Promise<void>
  drag(from: OnPage, to: OnPage): Promise<void>
  /** Waits until the canvas reports this number of shapes, which changes when a gesture is applied. */
  shows(shapes: number): Promise<void>
  saved(): Promise<void>
  /** Waits until the nth of the nine images is shown, counted from 1. */
  isAt(nth: number): Promise<void>
  toggle(step: string): Promise<void>
  /** Makes the archive of version 1 if needed, and downloads it by a link on the page. */
  exported(format: 'coco' | 'yolov8'): Promise<Buffer>
}

export function atWork(page: Page, { studio, urls }: StationProcess): AtWork {
  const goTo = async (place: string) => void (await page.goto(`${urls.studio.split('/?')[0]}/#/p/${project}/${place}`))
  const saved = () =>
    page
      .getByRole('status')
      .filter({ hasText: /^Saved$/ })
      .waitFor()

  async function idOf(name: string): Promise<ImageId> {
    const filter = { text: name }
    const { rows } = await studio.images.page({ project, filter, sort: 'name', offset: 0, limit: 10 })
    return ImageId.parse(rows.find((row) => row.name === name)?.id)
  }

  return {
    goTo,
    idOf,
    saved,
    stored: async (name) => studio.annotations.open({ project, image: await idOf(name) }),
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key)
    },
    isAt: (nth) =>
      page
        .getByRole('toolbar', { name: 'Image' })
        .filter({ hasText: new RegExp(`${nth}\\s*of 9`) })
        .waitFor(),
    async openEncoded(name) {
      await goTo(`annotate?image=${await idOf(name)}`)
      const canvas = page.getByRole('application', { name: new RegExp(name) })
      await canvas.waitFor()
      await saved()
      const box = await canvas.boundingBox()
      if (box === null) throw new Error('The canvas is not shown')
      return { canvas, at: (x, y) => [box.x + box.width * x, box.y + box.height * y] }
    },
    async pressWithoutFrame(key) {
      await page.evaluate(() => {
        const { requestAnimationFrame: own } = window
        window.requestAnimationFrame = () => 0
        addEventListener('keyup', () => void (window.requestAnimationFrame = own), { once: true, capture: true })
      })
      await page.keyboard.press(key)
    },
    async click(...places) {
      for (const place of places) await page.mouse.click(...place)
    },
    async drag(from, to) {
      await page.mouse.move(...from)
      await page.mouse.down()
      await page.mouse.move(...to, { steps: 5 })
      await page.mouse.up()
    },
    shows: (shapes) => page.getByRole('application', { name: new RegExp(`, ${shapes} shapes?`) }).waitFor(),
    async toggle(step) {
      await page.getByRole('switch', { name: step, exact: true }).focus()
      await page.keyboard.press('Space')
    },
    async exported(format) {
      await goTo('versions?dialog=export&version=1')
      const link = await madeArchive(page, format)
      const [saving] = await Promise.all([page.waitForEvent('download'), link.click()])
      return readFile(await saving.path())
    },
  }
}

async function madeArchive(page: Page, format: string): Promise<Locator> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: new RegExp(`${format}(?!-)`) }).focus()
  await page.keyboard.press('Space')
  const made = dialog.getByText(/^Download/)
  const make = dialog.getByRole('button', { name: /^Export/ })
  await made.or(make).first().waitFor()
  if (!(await make.isVisible())) return made
  await make.click()
  return page.locator(`a[href$="/exports/${project}/1/${format}"]`).first()
}
