/** Tools, buttons and lists give the keys back to the canvas when the pointer pressed them. F6 goes on from there: `data-panel`. */
export function focusCanvas(): void {
  document.querySelector<HTMLElement>('[data-panel="canvas"]')?.focus({ preventScroll: true })
}
