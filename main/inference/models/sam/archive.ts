import { refusal } from '#common/errors'
import type { Size } from '#common/geometry/space'
import { UnservedInputError } from '../../host/family.ts'
import { MAX_ARRAY_BYTES, npzArchive } from '../../masks/npz.ts'
import { type Surface, surfaceRow } from '../../masks/surface.ts'
import type { Guess } from './guesses.ts'

/** Rows that are computed at once: some megabytes of a large image. */
const ROWS_AT_ONCE = 256

/** The logits of one mask a prompt: `masks` at the size of the image, and `low_res_masks` as the network answers them. */
export async function maskArchive(
  guesses: readonly (Guess & { readonly surface: Surface })[],
  { width, height }: Size,
): Promise<Uint8Array> {
  const { grid } = guesses[0] ?? { grid: { width: 0, height: 0 } }
  if (4 * guesses.length * width * height > MAX_ARRAY_BYTES)
    throw new UnservedInputError(refusal('logits-too-large', { masks: guesses.length, width, height }))
  return npzArchive([
    {
      name: 'masks',
      shape: [guesses.length, height, width],
      pieces: guesses.values().flatMap(({ surface }) => rowsIn(surface)),
    },
    {
      name: 'low_res_masks',
      shape: [guesses.length, grid.height, grid.width],
      pieces: guesses.map((guess) => guess.grid.values),
    },
  ])
}

function* rowsIn(surface: Surface): Generator<Float32Array> {
  const { width, height } = surface.size
  for (let start = 0; start < height; start += ROWS_AT_ONCE) {
    const rows = Math.min(ROWS_AT_ONCE, height - start)
    const piece = new Float32Array(rows * width)
    for (let row = 0; row < rows; row += 1) piece.set(surfaceRow(surface, start + row), row * width)
    yield piece
  }
}
