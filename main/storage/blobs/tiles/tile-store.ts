import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PixelFacts, type SampleWindow, TilePyramidFacts, type TileState } from '#common/contract/pixels'
import { hasTile, type TilePlace, type TilePyramid } from '#common/geometry/tiles'
import type { BlobHash } from '#common/ids'
import { sweepCached } from '../cached-files.ts'
import { FACTS } from './cut.ts'
import type { CutImage, MadePixels } from './cut-image.ts'
import { cutQueue } from './cut-queue.ts'
import { tileCutter } from './cutter.ts'
import { deepViews } from './deep-views.ts'
import { needsTiles, readHeader, type TiledHeader } from './header.ts'

export interface ImageTiles {
  /** With `prepare` the tiles of a large image are made, if they are not there. Throws for a file that cannot be read. */
  facts(image: CutImage, prepare: boolean): Promise<PixelFacts>
  /** The tile, or undefined where there is none (yet). Images with 16 bits a sample are shown through the window, or the usual one. */
  tile(image: CutImage, place: TilePlace, window?: SampleWindow): Promise<MadePixels | undefined>
  /** The screen size through a window, or the usual one; undefined for an image with eight bits a sample. */
  screen(image: CutImage, window?: SampleWindow): Promise<MadePixels | undefined>
  /** Deletes the tiles of what no row names any more. */
  sweep(referenced: ReadonlySet<string>): Promise<void>
  close(): void
}

/** Headers that are kept in memory. */
const MOST_HEADERS = 500

/** Tiles lie in `cacheFolder` and can be deleted at any time: they are cut again when they are asked for. */
export function imageTiles(cacheFolder: string, entry?: URL): ImageTiles {
  const incoming = join(cacheFolder, 'tiles-incoming')
  // Files that a killed process left half made belong to nobody.
  rmSync(incoming, { recursive: true, force: true })
  const headers = new Map<string, TiledHeader>()
  const views = deepViews(cacheFolder, incoming)
  const cutting = cutQueue({ cutter: tileCutter(entry), incoming, folderOf })

  function folderOf(blob: BlobHash): string {
    return join(cacheFolder, 'tiles', blob.slice(0, 2), blob)
  }

  async function headerOf({ blob, path }: CutImage): Promise<TiledHeader> {
    const known = headers.get(blob)
    if (known) return known
    const header = await readHeader(path)
    const [oldest] = headers.keys()
    if (headers.size >= MOST_HEADERS && oldest !== undefined) headers.delete(oldest)
    headers.set(blob, header)
    return header
  }

  async function stateOf(image: CutImage, header: TiledHeader, prepare: boolean): Promise<TileState> {
    if (!needsTiles(header)) return { state: 'none' }
    const pyramid = await readPyramid(folderOf(image.blob))
    if (pyramid) return { state: 'ready', pyramid }
    if (prepare) cutting.want(image, header.deepSpace !== undefined)
    return cutting.stateOf(image.blob)
  }

  return {
    async facts(image, prepare) {
      const header = await headerOf(image)
      const { pages, deepSpace } = header
      const depth = deepSpace === undefined ? null : await views.depth(image, deepSpace)
      return { pages, depth, tiles: await stateOf(image, header, prepare) }
    },
    async tile(image, place, window) {
      const folder = folderOf(image.blob)
      const pyramid = await readPyramid(folder)
      if (pyramid === undefined || !hasTile(pyramid, place)) return undefined
      const { deepSpace } = await headerOf(image)
      const at = join(folder, String(place.level), `${place.column}_${place.row}`)
      if (deepSpace === undefined) return { type: 'image/jpeg', path: `${at}.jpeg` }
      const { orientation } = pyramid
      return views.tile(image, { space: deepSpace, file: `${at}.png`, orientation, window })
    },
    async screen(image, window) {
      const { deepSpace } = await headerOf(image)
      return deepSpace === undefined ? undefined : views.screen(image, deepSpace, window)
    },
    sweep: (referenced) => sweepCached(cacheFolder, ['tiles', 'deep'], referenced),
    close: () => cutting.close(),
  }
}

async function readPyramid(folder: string): Promise<TilePyramid | undefined> {
  const text = await readFile(join(folder, FACTS), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : TilePyramidFacts.parse(JSON.parse(text))
}
