import { MASKS, makeMaskedImage } from '../../kit/annotate/masked-image.ts'
import { type AnnotateWindow, type Drawing, openAnnotateWindow, untilQuiet } from '../../kit/annotate/studio-browser.ts'
import { tasksWhile } from '../../kit/annotate/trace.ts'
import { watchWritten } from '../../kit/annotate/written-watch.ts'
import type { Ground } from '../../kit/ground.ts'
import { quantile } from '../../kit/rounds.ts'
import { plainRow, type Row, timeRow } from '../../table.ts'
import { pan, writtenTimes, zoom } from './crowd.ts'

/** Longest time in milliseconds that the page's main thread may delay a frame. */
const FRAME_LIMIT = 50
const WRITTEN_LIMIT = 20

const NAMES: Readonly<Record<Drawing, string>> = { gpu: 'gpu on software GL', soft: 'soft' }

const STROKES = 6
const MOVES = 24

/** Measures opening, viewing and painting an image with 200 masks of a megapixel each. */
export function masks(drawing: Drawing): (ground: Ground) => Promise<Row[]> {
  return async (ground) => {
    const folder = await ground.folderFor('masks')
    const station = await ground.start(folder)
    const window = await openAnnotateWindow(station, await makeMaskedImage(station, folder), drawing)
    const rows: Row[] = []
    for await (const row of maskRows(window, drawing)) rows.push(row)
    await window.close()
    const peakBytes = await station.end()
    return rows.map((row) => ({ ...row, peakBytes }))
  }
}

async function* maskRows(window: AnnotateWindow, drawing: Drawing): AsyncGenerator<Row> {
  const { page, middle } = window
  const opening = await tasksWhile(page, () => openNext(window))
  yield worstRow('open', drawing, opening)
  yield plainRow({ name: `${MASKS} masks of 1 MP, open, ${NAMES[drawing]}: all work`, unit: 'ms' }, [sum(opening)])
  yield worstRow('pan', drawing, await tasksWhile(page, () => pan(window)))
  yield worstRow('zoom', drawing, await tasksWhile(page, () => zoom(window)))
  await page.mouse.click(middle.x, middle.y)
  await page.keyboard.press('m')
  await untilQuiet(page)
  yield worstRow('paint', drawing, await tasksWhile(page, () => paint(window)))
  // Alternates, so that there is something to save each time.
  const written = await writtenTimes(page, async (round) => {
    await page.keyboard.press(round % 2 === 0 ? 'e' : 'm')
    return middle
  })
  const named = { name: `stroke, release to written, ${NAMES[drawing]} (p95)`, unit: 'ms', note: noteOf(written) }
  yield timeRow(named, [{ ours: quantile(written, 0.95), limit: WRITTEN_LIMIT }], { target: 1 })
}

async function openNext({ page }: AnnotateWindow): Promise<void> {
  await page.keyboard.press('d')
  await page.getByRole('tab', { name: `Objects ${MASKS}` }).waitFor()
  await untilQuiet(page)
}

/** Paints strokes with the default brush on the clicked mask. */
async function paint({ page, middle }: AnnotateWindow): Promise<void> {
  for (let stroke = 0; stroke < STROKES; stroke++) {
    const [x, y] = [middle.x - 150 + 50 * stroke, middle.y - 80]
    const written = await watchWritten(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let i = 1; i <= MOVES; i++) await page.mouse.move(x + 12 * Math.sin(i), y + 7 * i)
    await page.mouse.up()
    await written()
  }
}

function worstRow(what: string, drawing: Drawing, tasks: readonly number[]): Row {
  const named = { name: `${MASKS} masks of 1 MP, ${what}, ${NAMES[drawing]} (longest task)`, unit: 'ms' }
  return timeRow({ ...named, note: noteOf(tasks) }, [{ ours: Math.max(...tasks), limit: FRAME_LIMIT }], { target: 1 })
}

function noteOf(times: readonly number[]): string {
  return `p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms of ${times.length}`
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
