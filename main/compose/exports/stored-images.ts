import { webcrypto } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { type AskedThreads, askedThreads } from '#servers/kit/json/threads'
import { readAnswer } from './border.ts'
import type { WantedImage } from './read-images.ts'

/** Reads stored images for one archive, and makes sure that they are what was stored. */
export interface StoredImages {
  read(image: WantedImage): Promise<Uint8Array>
}

/** Larger images are read one by one. */
const LARGE_BYTES = 512 * 1024

/** The entry lies beside this file, as its source or beside the bundle. */
const URL_OF_THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './images-thread.ts' : './images-thread.mjs',
  import.meta.url,
)
const MEMORY_MIB = 256
/** Archives that are made at the same time share these. */
const MOST_THREADS = 2

/** The threads of all archives, started when they are needed: each that ended left some memory of the process behind. */
export function imageThreads(): AskedThreads {
  return askedThreads({ url: URL_OF_THREAD, most: MOST_THREADS, memoryMiB: MEMORY_MIB })
}

interface Asked {
  readonly image: WantedImage
  readonly read: PromiseWithResolvers<Uint8Array>
}

/**
 * A small image costs what opening and closing its file costs, each a trip to another thread and back: those that are asked for in one turn
 * of the loop make one trip together.
 */
export function storedImages(threads: AskedThreads, signal: AbortSignal): StoredImages {
  let asked: Asked[] = []

  async function readAsked(): Promise<void> {
    const together = asked
    asked = []
    try {
      const { bytes, failures } = readAnswer(await threads.ask(together.map(({ image }) => image)))
      let at = 0
      for (const [place, { image, read }] of together.entries()) {
        const failure = failures[place]
        if (failure === null) read.resolve(bytes.subarray(at, at + image.bytes))
        else read.reject(new Error(failure))
        at += image.bytes
      }
    } catch (failure) {
      for (const { read } of together) read.reject(failure)
    }
  }

  return {
    read(image) {
      if (image.bytes >= LARGE_BYTES) return readLarge(image, signal)
      if (asked.length === 0) setImmediate(() => void readAsked())
      const read = Promise.withResolvers<Uint8Array>()
      asked.push({ image, read })
      return read.promise
    },
  }
}

async function readLarge({ path, hash, bytes: expected }: WantedImage, signal: AbortSignal): Promise<Uint8Array> {
  const stored = await stat(path)
  if (!stored.isFile() || stored.size !== expected) throw new Error(`It does not have ${expected} bytes`)
  const bytes = await readFile(path, { signal })
  const found = Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex')
  if (found !== hash) throw new Error('Its bytes are not those that were stored')
  return bytes
}
