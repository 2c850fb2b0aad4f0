import { useEffect, useState } from 'react'

/**
 * Gives the focus back to what had it before, as soon as the overlay is gone. React Aria does so with the next frame, and a Tab in
 * between would begin at the top of the page; what it finds focused then it leaves alone.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // Until the end of this task the page around the overlay is inert.
      queueMicrotask(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
      })
    },
    [before],
  )
}
