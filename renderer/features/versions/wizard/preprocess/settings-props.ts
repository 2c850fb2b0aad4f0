import type { Draft } from '../draft/draft.ts'

/** What the controls of a step show and tell; always all of its settings. */
export interface SettingsProps<Key extends keyof Draft['preprocessing']> {
  readonly value: Draft['preprocessing'][Key]['settings']
  readonly onChange: (value: Draft['preprocessing'][Key]['settings']) => void
}
