import { createHash } from 'node:crypto'

export interface PreviewShelf {
  /** Keeps a JPEG for a while; answers the URL that shows it. */
  show(jpeg: Uint8Array): string
  find(key: string): Uint8Array | undefined
}

/** The last previews in memory, at most 64 MB of them. They are shown within a second of being made. */
export function previewShelf(maxBytes = 64 * 1024 * 1024): PreviewShelf {
  const shelf = new Map<string, Uint8Array>()
  let bytes = 0
  return {
    show(jpeg) {
      const key = createHash('sha256').update(jpeg).digest('hex').slice(0, 32)
      if (!shelf.has(key)) {
        shelf.set(key, jpeg)
        bytes += jpeg.byteLength
      }
      for (const [oldest, { byteLength }] of shelf) {
        if (bytes <= maxBytes) break
        shelf.delete(oldest)
        bytes -= byteLength
      }
      return `/previews/${key}`
    },
    find: (key) => shelf.get(key),
  }
}
