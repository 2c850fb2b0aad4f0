import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import type { TileState } from '#common/contract/pixels'
import type { BlobHash } from '#common/ids'
import { said } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { err, type Result } from '#common/result'
import { heldBytes } from '#decoding/held-bytes'
import { openImage } from '#decoding/image'
import { processBudget } from '#decoding/process-budget'
import { makeFolder } from '#disk/make-folder'
import type { CutImage } from './cut-image.ts'
import type { TileCutter } from './cutter.ts'
import { cutFault } from './fault.ts'

interface CutQueueOptions {
  readonly cutter: TileCutter
  /** Where tiles lie until they are whole. */
  readonly incoming: string
  readonly folderOf: (blob: BlobHash) => string
}

export interface CutQueue {
  /** Has the image cut, unless that is under way or has failed. */
  want(image: CutImage, isDeep: boolean): void
  stateOf(blob: BlobHash): Exclude<TileState, { state: 'none' | 'ready' }>
  close(): void
}

/** As many images are cut at once. */
const MOST_AT_ONCE = 2
/** So many wait; the one that was asked for last is the next, and one that is passed over is asked for again while somebody looks at it. */
const MOST_WAITING = 2

export function cutQueue({ cutter, incoming, folderOf }: CutQueueOptions): CutQueue {
  const shares = new Map<BlobHash, number>()
  const failures = new Map<BlobHash, Message>()
  const closing = new AbortController()
  let waiting: { readonly image: CutImage; readonly isDeep: boolean }[] = []

  function pump(): void {
    while (shares.size < MOST_AT_ONCE) {
      const next = waiting.pop()
      if (next === undefined) return
      const { blob } = next.image
      shares.set(blob, 0)
      void cut(next.image, next.isDeep).then((outcome) => {
        shares.delete(blob)
        if (!outcome.ok) failures.set(blob, outcome.error)
        pump()
      })
    }
  }

  async function cut({ blob, path }: CutImage, isDeep: boolean): Promise<Result<undefined, Message>> {
    const folder = join(incoming, randomUUID())
    const threads = Math.max(1, Math.floor(availableParallelism() / MOST_AT_ONCE))
    let release: (() => void) | undefined
    try {
      await makeFolder(folder)
      const { header } = await openImage(path)
      // The process that cuts has no budget of its own to share: it stands in the queue of this one.
      release = await processBudget().admit(heldBytes(header), closing.signal)
      const outcome = await cutter.cut({ path, folder, isDeep, threads }, (share) => shares.set(blob, share))
      if (outcome.ok) await publish(folder, folderOf(blob))
      return outcome
    } catch (failure) {
      return err(cutFault(failure))
    } finally {
      release?.()
      // A start deletes leftovers.
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    }
  }

  return {
    want(image, isDeep) {
      const { blob } = image
      if (shares.has(blob) || failures.has(blob)) return
      const others = waiting.filter((each) => each.image.blob !== blob)
      waiting = [...others, { image, isDeep }].slice(-MOST_WAITING)
      pump()
    },
    stateOf(blob) {
      const reason = failures.get(blob)
      if (reason !== undefined) return { state: 'failed', reason: said(reason) }
      const isWaiting = waiting.some(({ image }) => image.blob === blob)
      const share = shares.get(blob) ?? (isWaiting ? 0 : undefined)
      return share === undefined ? { state: 'absent' } : { state: 'preparing', share }
    },
    close() {
      waiting = []
      closing.abort()
      cutter.close()
    },
  }
}

/** A folder of tiles has its lasting name only when it is whole. */
async function publish(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to))
  // An earlier folder is not whole, or it would not have been made again.
  await rm(to, { recursive: true, force: true })
  await rename(from, to)
}
