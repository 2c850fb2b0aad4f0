/** Watches the one thing that a thread works on. */
export interface RunTimer {
  /** From now on the limit counts again. */
  restart(): void
  stop(): void
}

/** Calls `overran` once where something takes longer than `seconds`. */
export function runTimer(seconds: number, overran: () => void): RunTimer {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  return {
    restart() {
      stop()
      timer = setTimeout(overran, seconds * 1000)
    },
    stop,
  }
}
