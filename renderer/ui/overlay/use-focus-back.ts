import { useEffect, useState } from 'react'

/**
 * Restores the focus when an overlay closes. React Aria waits for the next frame, and a Tab in between would start at
 * the top of the page. It leaves a focus that is already set alone.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // The page around the overlay is inert until the end of this task.
      queueMicrotask(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
      })
    },
    [before],
  )
}
