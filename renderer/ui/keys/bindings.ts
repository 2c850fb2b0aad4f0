import { z } from 'zod'
import type { Keyed } from './keyed.ts'

/** Chords by command id; an empty list removes the key. */
export const Bindings = z.record(z.string(), z.array(z.string().min(1).max(40)).max(4))
export type Bindings = z.infer<typeof Bindings>

/** Returns the commands with their current keys: the user's own, else the profile's, else the default. */
export function boundKeys<Command extends Keyed>(
  commands: readonly Command[],
  ...layers: readonly Bindings[]
): readonly Command[] {
  return commands.map((command) => {
    const chords = layers.map((layer) => layer[command.id]).find((found) => found !== undefined)
    return chords === undefined ? command : { ...command, chords }
  })
}
