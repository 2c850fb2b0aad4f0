import { join } from 'node:path'
import type { ImageDepth, SampleWindow } from '#common/contract/pixels'
import type { Orientation } from '#common/geometry/affine'
import type { BlobHash } from '#common/ids'
import { cachedFiles } from '../cached-files.ts'
import type { CutImage, MadePixels } from './cut-image.ts'
import { countSamples, deepScreen, showWindow } from './deep.ts'
import type { DeepSpace } from './header.ts'

interface DeepTile {
  readonly space: DeepSpace
  readonly file: string
  readonly orientation: Orientation
  /** The window, or undefined for the usual one. */
  readonly window: SampleWindow | undefined
}

/** Views that were asked for last are kept, up to this many bytes: a screen full of tiles, a few times over. */
const MOST_VIEW_BYTES = 64 * 1024 * 1024
const MOST_DEPTHS = 500

/**
 * Views of images with 16 bits a sample through windows. A copy of screen size with all bits lies in the cache; views are in memory only.
 */
export function deepViews(cacheFolder: string, incoming: string) {
  const files = cachedFiles(cacheFolder, join(incoming, 'deep'))
  const depths = new Map<BlobHash, Promise<ImageDepth>>()
  const views = recentBytes(MOST_VIEW_BYTES)

  async function copyOf({ blob, path }: CutImage, space: DeepSpace): Promise<string> {
    const copy = files.pathOf('deep', blob, 'png')
    await files.once(copy, () => deepScreen(path, space))
    return copy
  }

  function depth(image: CutImage, space: DeepSpace): Promise<ImageDepth> {
    const known = depths.get(image.blob)
    if (known) return known
    const counted = copyOf(image, space).then((copy) => countSamples(copy, space))
    // A failed count is repeated for the next caller.
    counted.catch(() => depths.delete(image.blob))
    const [oldest] = depths.keys()
    if (depths.size >= MOST_DEPTHS && oldest !== undefined) depths.delete(oldest)
    depths.set(image.blob, counted)
    return counted
  }

  async function view(file: string, shown: { space: DeepSpace; window: SampleWindow; orientation: Orientation }) {
    const { from, to } = shown.window
    const key = `${file} ${from} ${to}`
    const bytes = views.get(key) ?? views.put(key, await showWindow(file, shown))
    return { type: 'image/png', bytes } satisfies MadePixels
  }

  return {
    depth,
    async screen(image: CutImage, space: DeepSpace, chosen?: SampleWindow): Promise<MadePixels> {
      const window = chosen ?? (await depth(image, space)).window
      return view(await copyOf(image, space), { space, window, orientation: 1 })
    },
    async tile(image: CutImage, { space, file, orientation, window }: DeepTile): Promise<MadePixels> {
      return view(file, { space, orientation, window: window ?? (await depth(image, space)).window })
    },
  }
}

/** Bytes by key; those that were not asked for for longest go when there are too many. */
function recentBytes(mostBytes: number) {
  const kept = new Map<string, Buffer>()
  let total = 0
  return {
    get(key: string): Buffer | undefined {
      const bytes = kept.get(key)
      if (bytes === undefined) return undefined
      kept.delete(key)
      kept.set(key, bytes)
      return bytes
    },
    put(key: string, bytes: Buffer): Buffer {
      total += bytes.length - (kept.get(key)?.length ?? 0)
      kept.delete(key)
      kept.set(key, bytes)
      for (const [oldest, gone] of kept) {
        if (total <= mostBytes || oldest === key) break
        kept.delete(oldest)
        total -= gone.length
      }
      return bytes
    },
  }
}
