import { z } from 'zod'
import { ImageId } from '#common/ids'

/** Answers calls elsewhere than in the thread that has the lines of the pages. */
export interface LargeFrames {
  /** How much an image holds. */
  readonly weights: {
    shapes(image: ImageId): number
    nextGesture(image: ImageId): number
  }
  answer(frame: Uint8Array<ArrayBuffer>, doing: 'read' | 'write'): Promise<Uint8Array>
}

/** Frames of annotations from this length on are not even parsed here; an edit of a hundred boxes or so. */
export const LARGE_FRAME = 64 * 1024
/** An image with more shapes is read elsewhere. */
export const MANY_SHAPES = 1000
/** A gesture that the log keeps in more bytes is undone elsewhere. */
export const LARGE_GESTURE = 128 * 1024

/** The name of a call of `annotations`. A frame begins with its address. */
const CALL = /^\{"i":"?\w+"?,"p":\{"u":"\/annotations\/(\w+)"/

const WRITES: ReadonlySet<string> = new Set(['commit', 'undo', 'redo', 'setState', 'keepSketch'])

const Called = z.object({ p: z.object({ b: z.object({ json: z.object({ image: ImageId }) }) }) })

/** Whether a frame that is too much work for the thread of the lines reads or writes; undefined for all others. */
export function largeWork(frame: Buffer, { weights }: Pick<LargeFrames, 'weights'>): 'read' | 'write' | undefined {
  const name = CALL.exec(frame.toString('latin1', 0, HEAD_BYTES))?.[1]
  if (name === undefined) return undefined
  const doing = WRITES.has(name) ? 'write' : 'read'
  if (frame.length >= LARGE_FRAME) return doing
  if (!HEAVY_CALLS.has(name)) return undefined
  const called = Called.safeParse(parsed(frame))
  return called.success && isHeavy(name, called.data.p.b.json.image, weights) ? doing : undefined
}

const HEAD_BYTES = 200

/** Calls that are short and may be much work. */
const HEAVY_CALLS: ReadonlySet<string> = new Set(['open', 'undo', 'redo', 'history', 'past'])

function isHeavy(name: string, image: ImageId, weights: LargeFrames['weights']): boolean {
  if (name === 'history' || name === 'past') return true
  if (name === 'open') return weights.shapes(image) > MANY_SHAPES
  return weights.nextGesture(image) > LARGE_GESTURE
}

/** Undefined for text that is not JSON: whoever answers the frame refuses it. */
function parsed(frame: Buffer): unknown {
  try {
    return JSON.parse(frame.toString('utf8'))
  } catch {
    return undefined
  }
}
