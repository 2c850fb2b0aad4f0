/**
 * Passes calls on at most once in `paceMs`: the first at once, and those that come too soon after it as one when the time is over. Nothing
 * is passed on after `stop`.
 */
export function pacedNotes(publish: () => void, paceMs: number) {
  let isOwed = false
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function tell(): void {
    if (isStopped) return
    isOwed = timer !== undefined
    if (isOwed) return
    publish()
    timer = setTimeout(pause, paceMs)
    // A note that nobody hears any more must not keep the program from ending.
    timer.unref()
  }

  function pause(): void {
    timer = undefined
    if (isOwed) tell()
  }

  return {
    tell,
    stop(): void {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
