import type { ContractRouterClient } from '@orpc/contract'
import type { Sketch } from '#common/annotation/sketch'
import type { annotationsContract } from '#common/contract/annotations'
import type { ImageId, ProjectSlug } from '#common/ids'
import type { Reason } from '#common/messages/reasons'

interface Options {
  readonly project: ProjectSlug
  readonly port: Pick<ContractRouterClient<typeof annotationsContract>, 'keepSketch'>
  readonly reasonOf: (error: unknown) => Reason | undefined
  readonly wait: (ms: number) => Promise<void>
}

const RETRY_MS = 1000

/**
 * Writes unfinished drawings down, one write at a time and the newest of each image only. They are tried again until the core is
 * reached; a refusal is final, because a drawing that cannot be kept is still in the hand of the person.
 */
export function sketchKeeper({ project, port, reasonOf, wait }: Options) {
  const waiting = new Map<ImageId, Sketch | null>()
  let isWorking = false

  async function write(image: ImageId, sketch: Sketch | null): Promise<void> {
    try {
      await port.keepSketch({ project, image, sketch })
    } catch (error) {
      if (reasonOf(error) !== undefined) return
      if (!waiting.has(image)) waiting.set(image, sketch)
      await wait(RETRY_MS)
    }
  }

  async function drain(): Promise<void> {
    if (isWorking) return
    isWorking = true
    for (let [next] = waiting; next; [next] = waiting) {
      waiting.delete(next[0])
      await write(...next)
    }
    isWorking = false
  }

  return (image: ImageId, sketch: Sketch | null): void => {
    waiting.set(image, sketch)
    void drain()
  }
}
