import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { LabelClass } from '#common/contract/projects'
import { boundKeys } from '#renderer/ui/keys/bindings'
import { chosenBindings, onKeyChoice } from '#renderer/ui/keys/choice'
import { offerKeyMap } from '#renderer/ui/keys/key-map'
import { withLabelKeys } from '../commands/classes/label-keys.ts'
import type { KeyCommand } from '../commands/key-command.ts'
import { clashesWith } from './clashes.ts'
import { KEYMAP } from './keymap.ts'

interface Commands {
  /** Classes of the project that is being labeled; some have keys of their own. */
  readonly classes: readonly LabelClass[]
  readonly commands: readonly KeyCommand[]
}

const store = createStore<Commands>(() => commandsWith([]))
offer()
onKeyChoice(() => holdLabelKeys(store.getState().classes))

function commandsWith(classes: readonly LabelClass[]): Commands {
  return { classes, commands: withLabelKeys(boundKeys(KEYMAP, ...chosenBindings()), classes) }
}

function offer(): void {
  const { commands } = store.getState()
  offerKeyMap({ commands, clashesWith: (id, chord) => clashesWith(commands, id, chord) })
}

/** The keys of these classes are valid from now on, and no others. */
export function holdLabelKeys(classes: readonly LabelClass[]): void {
  store.setState(commandsWith(classes))
  offer()
}

/** Every command of the annotate screen with the keys it has now. */
export function useKeyCommands(): readonly KeyCommand[] {
  return useStore(store, ({ commands }) => commands)
}
