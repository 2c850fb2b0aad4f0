import type { Page } from 'playwright-core'

/** By the clock of the page. */
interface Written {
  /** When the button was last released. */
  readonly releasedMs: number
  /** When "Saved" stood again after "Saving". */
  readonly writtenMs: number
}

/**
 * Watches, from now on, for the word that everything is on disk; answers what waits for it. Nothing asks the page meanwhile, as a
 * locator would with every frame: that work would count as the page's own.
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
