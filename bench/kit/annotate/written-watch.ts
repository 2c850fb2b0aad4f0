import type { Page } from 'playwright-core'

/** Times by the page's clock. */
interface Written {
  /** When the button was last released. */
  readonly releasedMs: number
  /** When "Saved" appeared after "Saving". */
  readonly writtenMs: number
}

/**
 * Starts watching for the word "Saved"; returns a function that waits for it. Polling the page, as a locator does with
 * every frame, would count as the page's own work.
 */
export async function watchWritten(page: Page): Promise<() => Promise<Written>> {
  const watch = await page.evaluateHandle(watchWord)
  return () => watch.evaluate(({ written }) => written)
}

/** Runs in the page. */
function watchWord(): { readonly written: Promise<Written> } {
  const word = [...document.querySelectorAll('[role=status]')].find(({ textContent }) => textContent === 'Saved')
  if (!word) throw new Error('The page does not say that everything is saved')
  let releasedMs = Number.NaN
  const release = ({ timeStamp }: PointerEvent) => {
    releasedMs = timeStamp
  }
  addEventListener('pointerup', release, { capture: true })
  const written = new Promise<Written>((resolve) => {
    let hasBegun = false
    const observer = new MutationObserver(() => {
      hasBegun ||= word.textContent === 'Saving'
      if (!hasBegun || word.textContent !== 'Saved') return
      observer.disconnect()
      removeEventListener('pointerup', release, { capture: true })
      resolve({ releasedMs, writtenMs: performance.now() })
    })
    observer.observe(word, { subtree: true, childList: true, characterData: true })
  })
  return { written }
}
