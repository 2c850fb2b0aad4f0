import { rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PixelFacts, type SampleWindow, TilePyramidFacts, type TileState } from '#common/contract/pixels'
import { hasTile, type TilePlace, type TilePyramid } from '#common/geometry/tiles'
import type { BlobHash } from '#common/ids'
import { sweepCached } from '../cached-files.ts'
import { FACTS } from './cut.ts'
import type { CutPicture, MadePixels } from './cut-picture.ts'
import { cutQueue } from './cut-queue.ts'
import { tileCutter } from './cutter.ts'
import { deepViews } from './deep-views.ts'
import { needsTiles, type PictureHeader, readHeader } from './header.ts'

export interface PictureTiles {
  /** With `prepare` the tiles of a large picture are made, if they are not there. Throws for a file that cannot be read. */
  facts(picture: CutPicture, prepare: boolean): Promise<PixelFacts>
  /** Undefined where there is no such tile (yet). Pictures with 16 bits a sample are shown through the window, else through the usual one. */
  tile(picture: CutPicture, place: TilePlace, window?: SampleWindow): Promise<MadePixels | undefined>
  /** The screen size through a window, or the usual one; undefined for a picture with eight bits a sample. */
  screen(picture: CutPicture, window?: SampleWindow): Promise<MadePixels | undefined>
  /** Deletes the tiles of what no row names any more. */
  sweep(referenced: ReadonlySet<string>): Promise<void>
  close(): void
}

/** Headers that are kept in memory. */
const MOST_HEADERS = 500

/** Tiles lie in `cacheFolder` and can be deleted at any time: they are cut again when they are asked for. */
export function pictureTiles(cacheFolder: string, entry?: URL): PictureTiles {
  const incoming = join(cacheFolder, 'tiles-incoming')
  // What a killed process left half made belongs to nobody.
  rmSync(incoming, { recursive: true, force: true })
  const headers = new Map<string, PictureHeader>()
  const views = deepViews(cacheFolder, incoming)
  const cutting = cutQueue({ cutter: tileCutter(entry), incoming, folderOf })

  function folderOf(blob: BlobHash): string {
    return join(cacheFolder, 'tiles', blob.slice(0, 2), blob)
  }

  async function headerOf({ blob, path }: CutPicture): Promise<PictureHeader> {
    const known = headers.get(blob)
    if (known) return known
    const header = await readHeader(path)
    const [oldest] = headers.keys()
    if (headers.size >= MOST_HEADERS && oldest !== undefined) headers.delete(oldest)
    headers.set(blob, header)
    return header
  }

  async function stateOf(picture: CutPicture, header: PictureHeader, prepare: boolean): Promise<TileState> {
    if (!needsTiles(header)) return { state: 'none' }
    const pyramid = await readPyramid(folderOf(picture.blob))
    if (pyramid) return { state: 'ready', pyramid }
    if (prepare) cutting.want(picture, header.deepSpace !== undefined)
    return cutting.stateOf(picture.blob)
  }

  return {
    async facts(picture, prepare) {
      const header = await headerOf(picture)
      const { pages, deepSpace } = header
      const depth = deepSpace === undefined ? null : await views.depth(picture, deepSpace)
      return { pages, depth, tiles: await stateOf(picture, header, prepare) }
    },
    async tile(picture, place, window) {
      const folder = folderOf(picture.blob)
      const pyramid = await readPyramid(folder)
      if (pyramid === undefined || !hasTile(pyramid, place)) return undefined
      const { deepSpace } = await headerOf(picture)
      const at = join(folder, String(place.level), `${place.column}_${place.row}`)
      if (deepSpace === undefined) return { type: 'image/jpeg', path: `${at}.jpeg` }
      const { orientation } = pyramid
      return views.tile(picture, { space: deepSpace, file: `${at}.png`, orientation, window })
    },
    async screen(picture, window) {
      const { deepSpace } = await headerOf(picture)
      return deepSpace === undefined ? undefined : views.screen(picture, deepSpace, window)
    },
    sweep: (referenced) => sweepCached(cacheFolder, ['tiles', 'deep'], referenced),
    close: () => cutting.close(),
  }
}

async function readPyramid(folder: string): Promise<TilePyramid | undefined> {
  const text = await readFile(join(folder, FACTS), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : TilePyramidFacts.parse(JSON.parse(text))
}
