export interface ShelfOptions {
  /** Decoded pixels take four bytes each. */
  readonly maxBytes: number
  readonly parallel: number
  readonly load: (url: string, signal: AbortSignal) => Promise<ImageBitmap>
}

const BYTES_PER_PIXEL = 4

/** Decoded images by address. Wanted images are fetched and kept; others are freed when room is needed. */
export class ImageShelf {
  readonly #options: ShelfOptions
  /** Least recently wanted first. */
  readonly #ready = new Map<string, ImageBitmap>()
  readonly #loading = new Map<string, AbortController>()
  readonly #failed = new Set<string>()
  readonly #listeners = new Set<() => void>()
  #wanted: readonly string[] = []

  constructor(options: ShelfOptions) {
    this.#options = options
  }

  /** Sets the wanted addresses, most urgent first, and aborts fetches that are no longer wanted. */
  want(urls: readonly string[]): void {
    if (urls.length === this.#wanted.length && urls.every((url, i) => url === this.#wanted[i])) return
    this.#wanted = urls
    this.#failed.clear()
    for (const url of urls.toReversed()) this.#renew(url)
    this.#stopUnwanted()
    this.#evict()
    this.#pump()
  }

  get(url: string): ImageBitmap | undefined {
    return this.#ready.get(url)
  }

  hasFailed(url: string): boolean {
    return this.#failed.has(url)
  }

  /** Calls the listener whenever an image has arrived or failed. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  dispose(): void {
    this.#wanted = []
    this.#stopUnwanted()
    for (const bitmap of this.#ready.values()) bitmap.close()
    this.#ready.clear()
    this.#listeners.clear()
  }

  #pump(): void {
    for (const url of this.#wanted) {
      if (this.#loading.size >= this.#options.parallel) return
      const isKnown = this.#ready.has(url) || this.#loading.has(url) || this.#failed.has(url)
      if (!isKnown) void this.#fetch(url)
    }
  }

  async #fetch(url: string): Promise<void> {
    const stop = new AbortController()
    this.#loading.set(url, stop)
    try {
      const bitmap = await this.#options.load(url, stop.signal)
      if (stop.signal.aborted) bitmap.close()
      else this.#ready.set(url, bitmap)
    } catch {
      if (!stop.signal.aborted) this.#failed.add(url)
    }
    if (this.#loading.get(url) === stop) this.#loading.delete(url)
    this.#evict()
    for (const listener of this.#listeners) listener()
    this.#pump()
  }

  #renew(url: string): void {
    const bitmap = this.#ready.get(url)
    if (!bitmap) return
    this.#ready.delete(url)
    this.#ready.set(url, bitmap)
  }

  #stopUnwanted(): void {
    for (const [url, stop] of this.#loading) {
      if (this.#wanted.includes(url)) continue
      stop.abort()
      this.#loading.delete(url)
    }
  }

  #evict(): void {
    let bytes = [...this.#ready.values()].reduce((sum, bitmap) => sum + bytesOf(bitmap), 0)
    for (const [url, bitmap] of this.#ready) {
      if (bytes <= this.#options.maxBytes) return
      if (this.#wanted.includes(url)) continue
      bytes -= bytesOf(bitmap)
      bitmap.close()
      this.#ready.delete(url)
    }
  }
}

function bytesOf({ width, height }: ImageBitmap): number {
  return width * height * BYTES_PER_PIXEL
}

/** Fetches and decodes an image off the main thread, applying its orientation. */
export async function loadBitmap(url: string, signal: AbortSignal): Promise<ImageBitmap> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`No image at ${url}: ${response.status}`)
  return createImageBitmap(await response.blob())
}
