import { z } from 'zod'
import type { Keyed } from './keyed.ts'

/** Chords by the id of their command; an empty list takes the key away. */
export const Bindings = z.record(z.string(), z.array(z.string().min(1).max(40)).max(4))
export type Bindings = z.infer<typeof Bindings>

/** The commands with the keys that a person has: their own, else the profile's, else the usual ones. */
export function boundKeys<Command extends Keyed>(
  commands: readonly Command[],
  ...layers: readonly Bindings[]
): readonly Command[] {
  return commands.map((command) => {
    const chords = layers.map((layer) => layer[command.id]).find((found) => found !== undefined)
    return chords === undefined ? command : { ...command, chords }
  })
}
