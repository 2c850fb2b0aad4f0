import type { AnnotationDocument } from '#common/annotation/edit'
import { isPlaced, shapeArea, shapeBounds } from '#common/annotation/shape'

/** Milliseconds of one go. */
const SLICE_MS = 6

/**
 * Measures the masks of a picture that comes next, whenever there is time: how large a mask is has to be read from its runs, which is
 * remembered, and with hundreds of them takes as long as the first frame has.
 */
export async function measureAhead(shapes: AnnotationDocument, signal: AbortSignal): Promise<void> {
  const masks = shapes.filter(isPlaced).filter(({ kind }) => kind === 'mask')
  let start = performance.now()
  for (const mask of masks) {
    shapeBounds(mask)
    shapeArea(mask)
    if (performance.now() - start < SLICE_MS) continue
    await idle()
    if (signal.aborted) return
    start = performance.now()
  }
}

function idle(): Promise<unknown> {
  return new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }))
}
