import type { PressEvent } from 'react-aria-components'
import { focusCanvas } from '../commands/focus-canvas.ts'

/** After a press with the pointer the keys belong to the canvas again; after one with the keyboard the focus stays. */
export function thenCanvas(run: () => void): (event: PressEvent) => void {
  return ({ pointerType }) => {
    run()
    if (pointerType !== 'keyboard' && pointerType !== 'virtual') focusCanvas()
  }
}
