/** Asks which images are gone, and shows them. True when some are. Throws when nobody could be asked. */
export type AskGone = () => Promise<boolean>

/** Between two asks: each lists all images of the project, and an import tells of every single image. */
const PAUSE_MS = 1000

/**
 * Asks which images of a queue are gone when there are fewer in the project than before, or when one that is missing may have come back. One
 * ask at a time, with a pause after each; what was told meanwhile is asked about once. An ask that failed is owed until one succeeds.
 */
export class GoneWatch {
  readonly #wait: (ms: number) => Promise<void>
  #ask: AskGone | undefined
  #last: number | undefined
  #hasGone = false
  #isOwed = false
  #isAsking = false
  #isRunning = false

  constructor(wait: (ms: number) => Promise<void>) {
    this.#wait = wait
  }

  /** Asks about this queue from now on, until the function that it gives back is called. */
  attend(ask: AskGone): () => void {
    this.#ask = ask
    if (this.#hasGone) this.#isOwed = true
    void this.#run()
    return () => {
      if (this.#ask === ask) this.#ask = undefined
    }
  }

  /** How many images the project has, each time that is read. */
  told(total: number): void {
    const last = this.#last ?? total
    this.#last = total
    const mayBeBack = total > last && (this.#hasGone || this.#isAsking)
    if (total < last || mayBeBack) this.#isOwed = true
    void this.#run()
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    while (this.#isOwed) {
      const ask = this.#ask
      if (!ask) break
      const isAnswered = await this.#settle(ask)
      if (isAnswered) await this.#wait(PAUSE_MS)
      else if (this.#ask === ask) break
    }
    this.#isRunning = false
  }

  /** False when nobody could be asked, or the queue is another by now: then it is still owed. */
  async #settle(ask: AskGone): Promise<boolean> {
    this.#isOwed = false
    this.#isAsking = true
    try {
      this.#hasGone = await ask()
      return true
    } catch {
      this.#isOwed = true
      return false
    } finally {
      this.#isAsking = false
    }
  }
}
