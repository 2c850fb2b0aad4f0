import type { KeyContext } from '../commands/context.ts'
import type { KeyCommand } from '../commands/key-command.ts'
import { allContexts } from './contexts.ts'

/** The commands that would answer to the chord at the same time as the command. */
export function clashesWith(commands: readonly KeyCommand[], id: string, chord: string): readonly KeyCommand[] {
  const command = commands.find((each) => each.id === id)
  const others = commands.filter((each) => each.id !== id && each.chords.includes(chord))
  return command && others.length > 0 ? validTogether(command, others, allContexts()) : []
}

function validTogether(
  command: KeyCommand,
  others: readonly KeyCommand[],
  contexts: Iterable<KeyContext>,
): readonly KeyCommand[] {
  const together = new Set<KeyCommand>()
  for (const context of contexts) {
    if (!command.when(context)) continue
    for (const other of others) if (other.when(context)) together.add(other)
    if (together.size === others.length) break
  }
  return others.filter((other) => together.has(other))
}

/** "D: next, previous": chords that more than one command answers to in some context. */
export function allClashes(commands: readonly KeyCommand[]): readonly string[] {
  const contexts = [...allContexts()]
  const owners = commands.flatMap((command) => command.chords.map((chord) => ({ chord, command })))
  return [...Map.groupBy(owners, ({ chord }) => chord)].flatMap(([chord, sharing]) => {
    const sharers = sharing.map(({ command }) => command)
    return sharers.flatMap((command, place) =>
      validTogether(command, sharers.slice(place + 1), contexts).map(({ id }) => `${chord}: ${command.id}, ${id}`),
    )
  })
}
