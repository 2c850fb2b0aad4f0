import { message } from '#common/messages/message'
import type { Pixels } from '#transforms/raster'
import { ImageError } from './image-error.ts'
import { arrayPixels } from './pickle/array-pixels.ts'
import { byteReader } from './pickle/byte-reader.ts'
import { pickleMachine } from './pickle/machine.ts'
import { OPCODES } from './pickle/opcodes.ts'

const STOP = 0x2e
/** An array takes about seventy steps. With their number everything else that a pickle piles up is bounded. */
const MOST_STEPS = 500

/**
 * The image in a numpy array that was pickled: rows, columns and 1, 3 or 4 channels in OpenCV's order (blue first), values 0…255.
 * This reads what numpy writes and nothing more; it looks nothing up in Python and runs nothing. Anything else is an `ImageError`
 * that says what.
 */
export function readPickledPixels(bytes: Uint8Array): Pixels {
  const reader = byteReader(bytes)
  const machine = pickleMachine(reader)
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const opcode = reader.byte()
    if (opcode === STOP) return pixelsOf(machine.pop(), reader.left())
    const run = OPCODES.get(opcode)
    if (run === undefined)
      throw new ImageError(message('pickle-opcode-unknown', { opcode: opcode.toString(16).padStart(2, '0') }))
    run(machine)
  }
  throw new ImageError(message('pickle-too-many-steps', { most: MOST_STEPS }))
}

function pixelsOf(value: ReturnType<ReturnType<typeof pickleMachine>['pop']>, left: number): Pixels {
  if (left > 0) throw new ImageError(message('pickle-goes-on', { bytes: left }))
  if (typeof value !== 'object' || value?.kind !== 'array') throw new ImageError(message('pickle-without-array'))
  return arrayPixels(value)
}
