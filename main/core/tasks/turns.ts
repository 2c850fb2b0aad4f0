/** Lets no more than `most` works run at a time; the others wait, first come, first served. */
export function turns(most: number) {
  const waiting: (() => void)[] = []
  let running = 0

  return {
    async take<Answer>(work: () => Promise<Answer>): Promise<Answer> {
      if (running < most) running += 1
      else await new Promise<void>((begin) => waiting.push(begin))
      try {
        return await work()
      } finally {
        // The turn is handed on, so that no newcomer overtakes those that wait.
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
