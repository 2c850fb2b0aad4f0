const INSIDE = 'a[href], button:not([disabled]), input:not([disabled]), [tabindex="0"]'

/** Moves the focus to the next (1) or previous (−1) element with `data-panel`. */
export function focusPanel(step: 1 | -1): void {
  const panels = [...document.querySelectorAll<HTMLElement>('[data-panel]')]
  if (panels.length === 0) return
  const now = panels.findIndex((panel) => panel.contains(document.activeElement))
  const next = now === -1 ? (step === 1 ? 0 : panels.length - 1) : (now + step + panels.length) % panels.length
  const panel = panels[next]
  const target = panel?.tabIndex === 0 ? panel : panel?.querySelector<HTMLElement>(INSIDE)
  target?.focus()
}
