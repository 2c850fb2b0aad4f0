import { decodeImage } from './decode.ts'
import type { Pyramid } from './raster.ts'

/** Cache of decoded images that evicts the least recently used. The newest one stays, however large it is. */
export interface ImageCache {
  get(hash: string, path: string): Promise<Pyramid>
}

export function imageCache(mostBytes: number): ImageCache {
  const held = new Map<string, Pyramid>()
  return {
    async get(hash, path) {
      const pyramid = held.get(hash) ?? (await decodeImage(path))
      held.delete(hash)
      held.set(hash, pyramid)
      makeRoom()
      return pyramid
    },
  }

  function makeRoom(): void {
    let bytes = 0
    for (const pyramid of held.values()) bytes += bytesOf(pyramid)
    for (const [hash, pyramid] of held) {
      if (bytes <= mostBytes || held.size === 1) return
      held.delete(hash)
      bytes -= bytesOf(pyramid)
    }
  }
}

function bytesOf(pyramid: Pyramid): number {
  return pyramid.reduce((sum, { data }) => sum + data.byteLength, 0)
}
