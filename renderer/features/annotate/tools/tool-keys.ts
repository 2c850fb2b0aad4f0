import { readOnlyNow } from '#renderer/data/read-only'
import type { KeyCommand } from '../commands/key-command.ts'
import type { RailPlace, ToolEntry } from '../parts/tool-entry.ts'

/** Arm what the project's type has. Tools that change nothing by themselves are there while the projects are read-only, too. */
export function armingKeys(entries: readonly ToolEntry[]): readonly KeyCommand[] {
  return entries.flatMap((entry) => (entry.rail ? [armingKey(entry, entry.rail)] : []))
}

function armingKey({ tool, types }: ToolEntry, { label, chord }: RailPlace): KeyCommand {
  return {
    id: `tool-${tool.id}`,
    label,
    chords: [chord],
    group: 'Tools',
    when: (c) => types.includes(c.projectType) && (!tool.traits.isDrawing || readOnlyNow('projects') === undefined),
    run: (editor) => {
      editor.arm(tool.id)
      editor.announce(label)
    },
  }
}
