import type { SampleWindow } from '#common/contract/pixels'
import type { Adjustments } from '../still/adjust.ts'

/**
 * Returns the window that shows pixels rendered through one window as if through another: exact at the limits, coarse
 * between them.
 */
export function windowWithin(made: SampleWindow, wanted: SampleWindow): Adjustments['window'] {
  if (sameWindow(made, wanted)) return undefined
  const share = (sample: number) => (sample - made.from) / (made.to - made.from)
  return { from: share(wanted.from), to: share(wanted.to) }
}

export function sameWindow(a: SampleWindow | undefined, b: SampleWindow | undefined): boolean {
  return a?.from === b?.from && a?.to === b?.to
}
