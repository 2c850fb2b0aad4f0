import type { AnnotationDocument } from '#common/annotation/edit'
import { isPlaced, shapeBounds } from '#common/annotation/shape'
import { whenIdle } from '#renderer/ui/app/when-idle'

/** Milliseconds of one go. */
const SLICE_MS = 6

/**
 * Measures the masks of an image that comes next, whenever there is time: how far a mask reaches, and how large it is, has to be read from its
 * runs. Both are remembered with its tiles, and with hundreds of masks reading takes as long as the first frame has.
 */
export async function measureAhead(shapes: AnnotationDocument, signal: AbortSignal): Promise<void> {
  const masks = shapes.filter(isPlaced).filter(({ kind }) => kind === 'mask')
  let start = performance.now()
  for (const mask of masks) {
    shapeBounds(mask)
    if (performance.now() - start < SLICE_MS) continue
    await new Promise<void>(whenIdle)
    if (signal.aborted) return
    start = performance.now()
  }
}
