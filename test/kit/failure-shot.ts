import type { Page } from 'playwright-core'
import { afterEach } from 'vitest'

/** Saves a screenshot beside the report when a test of this file fails. */
export function keepLookOfFailures(page: () => Page): void {
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await page().screenshot({ path: `test-results/${task.name.slice(0, 40)}.png` })
  })
}
