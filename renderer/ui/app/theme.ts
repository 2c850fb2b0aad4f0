import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

const THEMES = ['system', 'light', 'dark'] as const
const CONTRASTS = ['system', 'usual', 'high'] as const
const DENSITIES = ['comfortable', 'compact'] as const

export type ThemeChoice = (typeof THEMES)[number]
export type ContrastChoice = (typeof CONTRASTS)[number]
/** How much space controls and rows take. */
export type Density = (typeof DENSITIES)[number]

const THEME_KEY = 'tessera.theme'
const CONTRAST_KEY = 'tessera.contrast'
const DENSITY_KEY = 'tessera.density'

interface SightChoice {
  readonly theme: ThemeChoice
  readonly contrast: ContrastChoice
  readonly density: Density
}

const store = createStore<SightChoice>(() => ({ theme: 'system', contrast: 'system', density: 'comfortable' }))

export function useSightChoice(): SightChoice {
  return useStore(store)
}

export function chooseTheme(theme: ThemeChoice): void {
  localStorage.setItem(THEME_KEY, theme)
  store.setState({ theme })
}

export function chooseContrast(contrast: ContrastChoice): void {
  localStorage.setItem(CONTRAST_KEY, contrast)
  store.setState({ contrast })
}

export function chooseDensity(density: Density): void {
  localStorage.setItem(DENSITY_KEY, density)
  store.setState({ density })
}

/**
 * Applies theme, contrast and density to the document, and follows changes of the settings and the system. The entry
 * calls it once.
 */
export function startTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const more = matchMedia('(prefers-contrast: more)')
  const paint = () => {
    const { theme, contrast, density } = store.getState()
    const { dataset } = document.documentElement
    dataset['theme'] = theme === 'system' ? (dark.matches ? 'dark' : 'light') : theme
    dataset['contrast'] = contrast === 'system' ? (more.matches ? 'high' : 'usual') : contrast
    dataset['density'] = density
  }
  store.setState({
    theme: storedIn(THEMES, THEME_KEY),
    contrast: storedIn(CONTRASTS, CONTRAST_KEY),
    density: storedIn(DENSITIES, DENSITY_KEY),
  })
  store.subscribe(paint)
  dark.addEventListener('change', paint)
  more.addEventListener('change', paint)
  paint()
}

/** Returns the stored choice, or the first one if there is none. */
function storedIn<Choice extends string>(choices: readonly [Choice, ...Choice[]], key: string): Choice {
  const stored = localStorage.getItem(key)
  return choices.find((choice) => choice === stored) ?? choices[0]
}
