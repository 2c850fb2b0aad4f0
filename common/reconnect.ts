const FIRST_MS = 250
/** Whoever starts a station again sits in front of the page: it looks dead for no longer than this. */
const LONGEST_MS = 2000

/** How long a lost line to the core rests before it is tried again, in milliseconds; `failures` counts the tries since it was open. */
export function pauseBeforeTry(failures: number): number {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** failures)
}
