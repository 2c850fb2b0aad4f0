import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import type { TilePyramidFacts } from '#common/contract/pixels'
import { TILE_OVERLAP, TILE_SIDE, tileCounts } from '#common/geometry/tiles'
import { type Sharp, setDecodeThreads } from '#decoding/engine'
import { openImage } from '#decoding/image'
import { type TiledHeader, tiledHeader } from './header.ts'
import type { CutRequest } from './messages.ts'

/** Hundreds of millions of pixels on a slow disk take minutes. */
const CUT_SECONDS = 1800
/** How often the tiles on disk are counted. */
const COUNT_MS = 250

/**
 * Cuts an image into the tiles of all its levels in one pass from top to bottom, holding a few rows of tiles. It stays as its file has it,
 * because turning needs all of it at once: every JPEG tile carries the turn as its own EXIF orientation instead, which browsers obey.
 */
export async function cutTiles(request: CutRequest, report: (share: number) => void): Promise<void> {
  const { path, folder } = request
  setDecodeThreads(request.threads)
  const image = await openImage(path)
  const header = tiledHeader(image.header)
  const made = join(folder, 'cut_files')
  const counter = setInterval(() => void shareDone(made, header).then(report), COUNT_MS)
  try {
    const cutting = { size: TILE_SIDE, overlap: TILE_OVERLAP, layout: 'dz', container: 'fs', depth: 'onetile' } as const
    const cut = join(folder, 'cut.dz')
    await image.decode((open) => prepared(open(), { request, header }).tile(cutting).toFile(cut), {
      seconds: CUT_SECONDS,
    })
  } finally {
    clearInterval(counter)
  }
  const levels = await arrange(folder, made)
  const { stored, orientation } = header
  const facts: z.infer<typeof TilePyramidFacts> = { stored, orientation, levels }
  await writeFile(join(folder, FACTS), JSON.stringify(facts))
}

/** Written last: a folder with it is whole. */
export const FACTS = 'tiles.json'

interface Prepared {
  readonly request: CutRequest
  readonly header: TiledHeader
}

function prepared(source: Sharp, { request: { isDeep }, header: { orientation, deepSpace } }: Prepared): Sharp {
  const opaque = source.flatten({ background: '#808080' })
  if (isDeep && deepSpace !== undefined) return opaque.toColourspace(deepSpace).png({ compressionLevel: 1 })
  const plain = opaque.toColourspace('srgb')
  const turned = orientation === 1 ? plain : plain.withMetadata({ orientation })
  // Huffman tables of their own would make tiles a tenth smaller and take more than twice the time.
  return turned.jpeg({ quality: 92, chromaSubsampling: '4:4:4', optimiseCoding: false })
}

/** Tiles of the finest level are three quarters of all, and come row by row. */
async function shareDone(made: string, header: TiledHeader): Promise<number> {
  const levels = await readdir(made).catch(() => [])
  const finest = Math.max(...levels.map(Number).filter(Number.isInteger), 0)
  const names = await readdir(join(made, String(finest))).catch(() => [])
  const { columns, rows } = tileCounts(header, 0)
  return Math.min(1, names.length / (columns * rows))
}

/** Moves the levels up, the finest as 0; answers how many there are. */
async function arrange(folder: string, made: string): Promise<number> {
  const names = (await readdir(made)).filter((name) => /^\d+$/.test(name))
  for (const name of names) await rename(join(made, name), join(folder, String(names.length - 1 - Number(name))))
  await rm(made, { recursive: true })
  await rm(join(folder, 'cut.dzi'), { force: true })
  return names.length
}
