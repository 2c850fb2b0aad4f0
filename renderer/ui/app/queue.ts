import { createStore } from 'zustand/vanilla'
import type { ImageId, ProjectSlug } from '#common/ids'

interface Queue {
  readonly project: ProjectSlug
  readonly images: readonly ImageId[]
}

/** Selected images to annotate one after the other, for `queue=selection` in the address. */
const store = createStore<{ readonly queue: Queue | undefined }>(() => ({ queue: undefined }))

export function setQueue(project: ProjectSlug, images: readonly ImageId[]): void {
  store.setState({ queue: { project, images } })
}

/** Returns the stored queue; undefined after a reload, when the filter in the address decides. */
export function readQueue(project: ProjectSlug): readonly ImageId[] | undefined {
  const { queue } = store.getState()
  return queue?.project === project ? queue.images : undefined
}
