import { setImmediate } from 'node:timers/promises'

/** Half of what others may be kept waiting for: the piece of work after the look at the clock counts as well. */
const BUSY_MS = 8

/** Called between small pieces of work: lets everything else that the process has to do go first when it has waited long enough. */
export type Pause = () => Promise<void> | undefined

export function pauses(): Pause {
  let began = performance.now()
  return () => (performance.now() - began < BUSY_MS ? undefined : rest())

  async function rest() {
    await setImmediate()
    began = performance.now()
  }
}
