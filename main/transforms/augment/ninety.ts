import { type Orientation, orientationMap, orientedSize } from '#common/geometry/affine'
import type { Size } from '#common/geometry/space'
import type { Augmentation } from '#common/versions/augmentation'
import type { On } from '#common/versions/settings'
import type { Warp } from '../plan.ts'
import type { Random } from '../random.ts'

type Turns = On<Augmentation['ninety']>

/** The EXIF orientation of each turn. */
const TURNS: readonly { readonly name: keyof Turns; readonly orientation: Orientation; readonly degrees: number }[] = [
  { name: 'clockwise', orientation: 6, degrees: 90 },
  { name: 'counter-clockwise', orientation: 8, degrees: -90 },
  { name: 'upside-down', orientation: 3, degrees: 180 },
]

/**
 * Rotates by quarter turns; no turn and each chosen turn are equally likely. The sides of the frame are swapped
 * accordingly.
 */
export const ninety = {
  draw: (chosen: Turns, random: Random) => {
    const turns = TURNS.filter(({ name }) => chosen[name])
    const choice = Math.floor(random.next() * (turns.length + 1))
    return { degrees: turns[choice - 1]?.degrees ?? 0 }
  },
  plan: ({ degrees }: { readonly degrees: number }, frame: Size): Warp | undefined => {
    const turn = TURNS.find((each) => each.degrees === degrees)
    if (turn === undefined) return undefined
    const { orientation } = turn
    const affine = orientationMap(orientation, frame)
    return { kind: 'warp', affine, from: frame, frame: orientedSize(orientation, frame), edges: 'black' }
  },
}
