import { framesWhile } from '../kit/annotate/trace.ts'
import { fillForSearch } from '../kit/big-search.ts'
import { linkThumbs } from '../kit/big-thumbs.ts'
import type { Ground } from '../kit/ground.ts'
import { type ImagesScreen, openImagesScreen } from '../kit/images-screen.ts'
import { quantile } from '../kit/rounds.ts'
import { type Row, timeRow } from '../table.ts'

const OPEN_MS = 1500
const FILTER_MS = 300
const BLANK_MS = 100
const FRAME_MS = 50
const MEMORY_MB = 800

/** Measures the Images page of a project of 100,000 images in Chromium, without a GPU. */
export async function browse(ground: Ground): Promise<Row[]> {
  const big = await ground.bigLibrary()
  fillForSearch(big)
  await linkThumbs(big)
  const station = await ground.start(big.folder)
  const screen = await openImagesScreen(station, big.project.slug)
  try {
    const opened = [await screen.open(), await screen.open(), await screen.open()]
    const filters = await measureFilters(screen)
    await screen.open()
    const { frames, blanks } = await screen.scroll()
    const renderer = await screen.rendererBytes()
    await screen.open()
    const atWork = await framesWhile(screen.page, async () => void (await screen.scroll()))
    const core = (await station.end()) ?? 0
    return [
      row('browse: open a project', opened, OPEN_MS),
      ...filters,
      row('browse: longest tile without its colour', [Math.max(0, ...blanks)], BLANK_MS),
      row('browse: frame while scrolling (p95)', [quantile(frames, 0.95)], FRAME_MS),
      row('browse: main thread of a frame while scrolling (p95)', [quantile(atWork, 0.95)], FRAME_MS),
      timeRow(
        { name: 'browse: memory of page and core', unit: 'MB' },
        [{ ours: (renderer + core) / 1e6, limit: MEMORY_MB }],
        { target: 1 },
      ),
    ]
  } finally {
    await screen.close()
  }
}

const SEARCHES = [
  'tag:tag3',
  'IMG_00',
  'tag:everything -split:test min-annotations:1',
  'metadata:lane=4 min-width:2000',
]

async function measureFilters(screen: ImagesScreen): Promise<Row[]> {
  const rows: Row[] = []
  for (const box of ['class 7', 'Valid', 'Done']) {
    rows.push(row(`browse: press ${box}`, [await screen.press(box), await screen.press(box)], FILTER_MS))
  }
  for (const text of SEARCHES) rows.push(row(`browse: search ${text}`, [await screen.search(text)], FILTER_MS))
  return rows
}

function row(name: string, values: readonly number[], limit: number): Row {
  return timeRow(
    { name, unit: 'ms' },
    values.map((ours) => ({ ours, limit })),
    { target: 1 },
  )
}
