import { createStore } from 'zustand/vanilla'
import type { ImageId, ProjectSlug } from '#common/ids'

interface Queue {
  readonly project: ProjectSlug
  readonly images: readonly ImageId[]
}

/** Hand-picked images to annotate one after the other: what the address means by `queue=selection`. */
const store = createStore<{ readonly queue: Queue | undefined }>(() => ({ queue: undefined }))

export function setQueue(project: ProjectSlug, images: readonly ImageId[]): void {
  store.setState({ queue: { project, images } })
}

/** The stored queue, or undefined after a reload: then the queue is the address's filter. */
export function readQueue(project: ProjectSlug): readonly ImageId[] | undefined {
  const { queue } = store.getState()
  return queue?.project === project ? queue.images : undefined
}
