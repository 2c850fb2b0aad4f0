import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Interface sizes in percent of the design. */
export const UI_SCALES = [80, 90, 100, 110, 125, 150, 175, 200] as const

export type UiScale = (typeof UI_SCALES)[number]

const KEY = 'tessera.ui-scale'

/** Size of 1rem at 100 %, in pixels. */
const REM = 16

interface ScaleState {
  readonly scale: UiScale
  /** Screen pixels per design pixel. Larger than the scale where the browser's own text size is larger. */
  readonly factor: number
}

const store = createStore<ScaleState>(() => ({ scale: 100, factor: 1 }))

export function useUiScale(): UiScale {
  return useStore(store, ({ scale }) => scale)
}

/** Returns the screen pixels per design pixel, for sizes that scripts compute. Styles use `rem(…)`. */
export function useUiFactor(): number {
  return useStore(store, ({ factor }) => factor)
}

export function uiFactor(): number {
  return store.getState().factor
}

export function onUiFactor(listener: () => void): () => void {
  return store.subscribe(({ factor }, before) => factor !== before.factor && listener())
}

/** Converts a length of the design to a CSS value for inline styles. */
export function rem(px: number): string {
  return `${px / REM}rem`
}

export function chooseUiScale(scale: UiScale): void {
  localStorage.setItem(KEY, String(scale))
  paint(scale)
}

/** Moves one step up or down the list, if there is one. */
export function stepUiScale(by: 1 | -1): void {
  const place = UI_SCALES.indexOf(store.getState().scale) + by
  chooseUiScale(UI_SCALES[Math.min(UI_SCALES.length - 1, Math.max(0, place))] ?? 100)
}

/** Applies the chosen scale to the page. The entry calls it once. */
export function startUiScale(): void {
  const stored = Number(localStorage.getItem(KEY))
  paint(UI_SCALES.find((scale) => scale === stored) ?? 100)
}

function paint(scale: UiScale): void {
  const root = document.documentElement
  root.style.setProperty('--ui-scale', String(scale / 100))
  // Chromium keeps the results of container queries from before the font size changed, until the container is new.
  root.style.containerType = 'normal'
  const size = Number.parseFloat(getComputedStyle(root).fontSize)
  root.style.removeProperty('container-type')
  store.setState({ scale, factor: size / REM })
}
