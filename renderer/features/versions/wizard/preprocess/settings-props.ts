import type { Draft } from '../draft/draft.ts'

/** Value and change handler of a step's controls; always all of its settings. */
export interface SettingsProps<Key extends keyof Draft['preprocessing']> {
  readonly value: Draft['preprocessing'][Key]['settings']
  readonly onChange: (value: Draft['preprocessing'][Key]['settings']) => void
}
