import { shapeIou } from '#common/annotation/overlap'
import type { JudgedImage, Labelled, Said } from './ports.ts'

/** Less overlap than this is another object. */
const SAME_OBJECT = 0.5

/**
 * About how many objects models and labels see differently. A proposal that waits counts by how sure the model is and by how far
 * it is from the nearest label of its class; a label counts when a model spoke of the image and saw no object there.
 */
export function disagreementOf({ labels, said }: Pick<JudgedImage, 'labels' | 'said'>): number {
  const waiting = said.filter(({ isSettled }) => !isSettled)
  if (waiting.length === 0) return 0
  const unconfirmed = waiting.reduce((sum, each) => sum + each.score * (1 - nearest(each, labels)), 0)
  return unconfirmed + labels.filter((label) => !isSeen(label, said)).length
}

/** The largest overlap with a label of the same class. */
function nearest({ shape, className }: Said, labels: readonly Labelled[]): number {
  return labels.reduce(
    (most, label) => (label.className === className ? Math.max(most, shapeIou(shape, label.shape)) : most),
    0,
  )
}

function isSeen({ shape }: Labelled, said: readonly Said[]): boolean {
  return said.some((each) => shapeIou(each.shape, shape) >= SAME_OBJECT)
}
