import { z } from 'zod'
import { ImageId } from '#common/ids'
import { excessIn, type JsonBounds } from '#common/json/bounds'

/** Answers calls elsewhere than in the thread that has the lines of the pages. */
export interface LargeFrames {
  /** How much an image holds. */
  readonly weights: {
    objects(image: ImageId): number
    /** Bytes of the places of its annotations. */
    outlines(image: ImageId): number
    nextGesture(image: ImageId): number
  }
  answer(frame: Uint8Array<ArrayBuffer>, doing: 'read' | 'write'): Promise<Uint8Array>
}

/** Frames of annotations from this length on are not even parsed here; an edit of a hundred boxes or so. */
export const LARGE_FRAME = 64 * 1024
/** An image with more shapes and predictions is read in a thread. */
export const MANY_SHAPES = 1000
/** So is one whose places have more bytes: some 16,000 points. */
export const LARGE_OUTLINES = 256 * 1024
/** Frames of all other calls are parsed by the thread of the lines; the names of a hundred thousand images have 3 MB. */
export const MOST_FRAME = 4 * 1024 * 1024
const FRAME_BOUNDS: JsonBounds = { levels: 100, containers: 100_000, values: 500_000, members: 20_000 }
/** A gesture that the log keeps in more bytes is undone in a thread: a few hundred annotations. */
export const LARGE_GESTURE = 64 * 1024

/** The name of a call of `annotations`. A frame begins with its address. */
const CALL = /^\{"i":"?\w+"?,"p":\{"u":"\/annotations\/(\w+)"/

const WRITES: ReadonlySet<string> = new Set(['commit', 'undo', 'redo', 'setState', 'keepSketch'])

const Called = z.object({ p: z.object({ b: z.object({ json: z.object({ image: ImageId }) }) }) })

/** Why a frame ends its line, by the number that the protocol has for it. */
export type LineFault = 'not-json' | 'too-large'

/** Checks a frame before it is parsed; frames of annotations are parsed in a thread where they are long, and checked there. */
export function lineFault(frame: Buffer): LineFault | undefined {
  if (frame[0] !== OPEN_OBJECT) return 'not-json'
  if (frame.length < LARGE_FRAME) return undefined
  if (callOf(frame) !== undefined) return undefined
  if (frame.length > MOST_FRAME) return 'too-large'
  return isHeavyToParse(frame) ? 'too-large' : undefined
}

/** No sound call is nested like that, or holds so much in so few bytes. */
export function isHeavyToParse(frame: Buffer): boolean {
  return excessIn(frame, FRAME_BOUNDS) !== undefined
}

const OPEN_OBJECT = 0x7b

/** Which call of `annotations` a frame is, by its head; undefined for all others. */
export function callOf(frame: Buffer): string | undefined {
  return CALL.exec(frame.toString('latin1', 0, HEAD_BYTES))?.[1]
}

/** Whether a frame that is too much work for the thread of the lines reads or writes; undefined for all others. */
export function largeWork(frame: Buffer, { weights }: Pick<LargeFrames, 'weights'>): 'read' | 'write' | undefined {
  const name = callOf(frame)
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
  if (weights.objects(image) > MANY_SHAPES || weights.outlines(image) > LARGE_OUTLINES) return true
  return name !== 'open' && weights.nextGesture(image) > LARGE_GESTURE
}

/** The parsed frame, or undefined for text that is not JSON: whoever answers the frame refuses it. */
function parsed(frame: Buffer): unknown {
  try {
    return JSON.parse(frame.toString('utf8'))
  } catch {
    return undefined
  }
}
