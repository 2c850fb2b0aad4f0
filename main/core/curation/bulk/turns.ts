export type InTurn = <Value>(work: () => Promise<Value>) => Promise<Value>

/** Two acts at a time over the same images would leave neither as it was meant: each waits for the one before. */
export function turns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work, work)
    last = turn.catch(() => undefined)
    return turn
  }
}
