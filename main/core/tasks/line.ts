/** A place in a line. Whoever took it leaves it in the end, also when nothing came of the work. */
export interface Turn {
  /** Resolves when all that took their places earlier have left. */
  come(): Promise<void>
  leave(): void
}

/** Takes the next place in the line. */
export type Line = () => Turn

/** Lets what runs side by side pass one point in the order in which it began; before and after that point nobody waits. */
export function newLine(): Line {
  let last: Promise<void> = Promise.resolve()
  return () => {
    const before = last
    const left = Promise.withResolvers<void>()
    last = before.then(() => left.promise)
    return { come: () => before, leave: left.resolve }
  }
}
