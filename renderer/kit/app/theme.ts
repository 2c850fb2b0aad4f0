import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export type ThemeChoice = 'system' | 'light' | 'dark'

const KEY = 'tessera.theme'

interface ThemeState {
  readonly choice: ThemeChoice
}

const store = createStore<ThemeState>(() => ({ choice: 'system' }))

export function useThemeChoice(): ThemeChoice {
  return useStore(store, (state) => state.choice)
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(KEY, choice)
  store.setState({ choice })
}

/** Puts the theme on the document and keeps it there as the choice or the system changes. Called once, by the entry. */
export function startTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const paint = () => {
    const { choice } = store.getState()
    document.documentElement.dataset['theme'] = choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice
  }
  const stored = localStorage.getItem(KEY)
  store.setState({ choice: stored === 'light' || stored === 'dark' ? stored : 'system' })
  store.subscribe(paint)
  dark.addEventListener('change', paint)
  paint()
}
