import type { Page } from 'playwright-core'
import { makeCrowdedImage, POLYGONS, VERTICES } from '../../kit/annotate/crowded-image.ts'
import { type AnnotateWindow, type Drawing, openAnnotateWindow, untilQuiet } from '../../kit/annotate/studio-browser.ts'
import { framesWhile } from '../../kit/annotate/trace.ts'
import { watchWritten } from '../../kit/annotate/written-watch.ts'
import type { Ground } from '../../kit/ground.ts'
import { quantile } from '../../kit/rounds.ts'
import { type Row, timeRow } from '../../table.ts'

/** Milliseconds of the page's main thread per frame. */
const FRAME_LIMIT: Readonly<Record<Drawing, number>> = { gpu: 8, soft: 50 }
const UNDO_LIMIT = 16
const WRITTEN_LIMIT = 20
const PICKER_LIMIT = 50

/**
 * The measuring machines have no GPU: software renders in a thread of its own, and only the page's thread is measured.
 */
const NAMES: Readonly<Record<Drawing, string>> = { gpu: 'gpu on software GL', soft: 'soft' }

const MOVES = 30
const UNDOS = 10

/** Measures work on an image with 10,000 polygons of 40 vertices, drawn by one of the drivers. */
export function crowd(drawing: Drawing): (ground: Ground) => Promise<Row[]> {
  return async (ground) => {
    const folder = await ground.folderFor('crowd')
    const station = await ground.start(folder)
    const window = await openAnnotateWindow(station, await makeCrowdedImage(station, folder), drawing)
    const rows: Row[] = []
    for await (const row of crowdRows(window, drawing)) rows.push(row)
    await window.close()
    const peakBytes = await station.end()
    return rows.map((row) => ({ ...row, peakBytes }))
  }
}

/** First from far away, then close enough to pick up a shape. */
export async function* crowdRows(window: AnnotateWindow, drawing: Drawing): AsyncGenerator<Row> {
  const { page } = window
  yield frameRow('pan', drawing, await framesWhile(page, () => pan(window)))
  yield frameRow('zoom', drawing, await framesWhile(page, () => zoom(window)))
  await zoomBy(window, 14)
  await untilQuiet(page)
  const inside = await selectShape(window)
  const edge = await edgeBeside(page, inside)
  yield frameRow('drag a vertex', drawing, await framesWhile(page, () => drag(page, edge)))
  yield frameRow('move a shape', drawing, await framesWhile(page, () => drag(page, inside)))
  yield frameRow('undo', drawing, await framesWhile(page, () => undoAndRedo(page)), UNDO_LIMIT)
  const shape = await selectShape(window)
  const written = await writtenTimes(page, () => shape)
  yield millisecondsRow(`release to written, ${NAMES[drawing]} (p95)`, written, WRITTEN_LIMIT)
  yield millisecondsRow(`class picker, ${NAMES[drawing]}: key to frame (p95)`, await pickerTimes(page), PICKER_LIMIT)
}

interface Place {
  readonly x: number
  readonly y: number
}

/** Pans back and forth with the middle button. */
export async function pan({ page, middle }: AnnotateWindow): Promise<void> {
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down({ button: 'middle' })
  for (let i = 1; i <= MOVES; i++)
    await page.mouse.move(middle.x + 120 * Math.sin(i / 6), middle.y + 80 * Math.sin(i / 4))
  await page.mouse.up({ button: 'middle' })
}

/** Zooms in and out about the middle. */
export async function zoom(window: AnnotateWindow): Promise<void> {
  await zoomBy(window, MOVES / 2)
  await zoomBy(window, -MOVES / 2)
}

async function zoomBy({ page, middle }: AnnotateWindow, notches: number): Promise<void> {
  await page.mouse.move(middle.x, middle.y)
  for (let i = 0; i < Math.abs(notches); i++) await page.mouse.wheel(0, notches > 0 ? -100 : 100)
}

/** Clicks near the middle until a shape is selected; returns the position. */
async function selectShape({ page, middle }: AnnotateWindow): Promise<Place> {
  const selected = page.getByRole('region', { name: 'Selected shape' })
  // The first one unpicks the dragged vertex.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await selected.waitFor({ state: 'detached' })
  for (let i = 0; i < 60; i++) {
    const at = { x: middle.x + (i % 8) * 7, y: middle.y + Math.floor(i / 8) * 7 }
    await page.mouse.click(at.x, at.y)
    if ((await selected.count()) === 1) return at
  }
  throw new Error('There is no shape in the middle')
}

/** Returns a position at which the cursor shows that a press would pick up the outline. */
async function edgeBeside(page: Page, { x, y }: Place): Promise<Place> {
  const canvas = page.locator('[data-panel=canvas]')
  for (let away = 0; away < 120; away++) {
    await page.mouse.move(x + away, y)
    if ((await canvas.evaluate((element) => element.style.cursor)) === 'pointer') return { x: x + away, y }
  }
  throw new Error('The selected shape has no edge in reach')
}

async function drag(page: Page, { x, y }: Place): Promise<void> {
  const written = await watchWritten(page)
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let i = 1; i <= MOVES; i++) await page.mouse.move(x + i / 4, y + 6 * Math.sin(i / 5))
  await page.mouse.up()
  await written()
}

async function undoAndRedo(page: Page): Promise<void> {
  for (let i = 0; i < UNDOS; i++) {
    const written = await watchWritten(page)
    await page.keyboard.press(i % 2 === 0 ? 'Control+z' : 'Control+Shift+z')
    await written()
  }
}

/**
 * Measures from the release of the button, as the browser received it, until the page says that everything is saved.
 */
export async function writtenTimes(page: Page, placeOf: (round: number) => Promise<Place> | Place): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < UNDOS; i++) {
    const { x, y } = await placeOf(i)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 6, y + (i % 2 === 0 ? 6 : -6), { steps: 3 })
    const written = await watchWritten(page)
    await page.mouse.up()
    const { releasedMs, writtenMs } = await written()
    times.push(writtenMs - releasedMs)
  }
  return times
}

/** Measures from the key, as the browser received it, to the frame that shows the class picker. */
async function pickerTimes(page: Page): Promise<number[]> {
  const picker = page.getByRole('dialog', { name: 'Pick a class' })
  await page.locator('[data-panel=canvas]').focus()
  const times: number[] = []
  for (let i = 0; i < UNDOS; i++) {
    await page.evaluate(() => {
      const stamp = document.body.dataset
      addEventListener('keydown', ({ timeStamp }) => (stamp['pressed'] = String(timeStamp)), {
        once: true,
        capture: true,
      })
      const look = () => {
        const stands = document.querySelector('[role=dialog][aria-label="Pick a class"]') !== null
        if (stands) stamp['opened'] = String(performance.now())
        else requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.keyboard.press('c')
    await picker.waitFor()
    times.push(
      await page.evaluate(() => Number(document.body.dataset['opened']) - Number(document.body.dataset['pressed'])),
    )
    await page.keyboard.press('Escape')
    await picker.waitFor({ state: 'detached' })
  }
  return times
}

function frameRow(what: string, drawing: Drawing, frames: readonly number[], limit = FRAME_LIMIT[drawing]): Row {
  return millisecondsRow(`${what}, ${NAMES[drawing]}: a frame (p95)`, frames, limit)
}

function millisecondsRow(name: string, times: readonly number[], limit: number): Row {
  const note = `p50 ${quantile(times, 0.5).toFixed(1)} ms of ${times.length}; ${POLYGONS} × ${VERTICES}`
  return timeRow({ name, unit: 'ms', note }, [{ ours: quantile(times, 0.95), limit }], { target: 1 })
}
