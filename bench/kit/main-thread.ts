import type { Page } from 'playwright-core'

/** Returns a meter of the CPU time of the page's main thread in milliseconds, which ignores other programs. */
export async function mainThreadMeter(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
  }
}
