import type { ContractRouterClient } from '@orpc/contract'
import type { segmentContract } from '#common/contract/segment'
import type { ImageId } from '#common/ids'
import type { Prompt, SmartState } from '#renderer/tools/smart'
import type { Workbench } from './workbench.ts'

export type SegmentPort = ContractRouterClient<typeof segmentContract>

interface RunnerOptions {
  readonly bench: Workbench
  readonly port: SegmentPort
  readonly onFailure: (error: unknown) => void
}

/**
 * Asks the machine what the smart tool points at. The picture is made ready as soon as the tool is armed, and clicks made meanwhile
 * wait for that; of several questions only the newest counts.
 */
export class SmartRunner {
  readonly #options: RunnerOptions
  readonly #stop: () => void
  #ready: { readonly image: ImageId; readonly done: Promise<unknown> } | undefined
  #asked = 0
  #running = new AbortController()

  constructor(options: RunnerOptions) {
    this.#options = options
    this.#stop = options.bench.store.subscribe(() => this.#look())
    this.#look()
  }

  dispose(): void {
    this.#stop()
    this.#running.abort()
  }

  #look(): void {
    const { image, armed } = this.#options.bench.bench
    if (image === undefined || armed.tool !== 'smart') return
    if (this.#ready?.image !== image) this.#prepare(image)
    const { state } = armed
    if (state.serial === this.#asked) return
    this.#asked = state.serial
    this.#running.abort()
    if (state.prompts.length > 0 && state.serial !== state.answered) void this.#ask(image, state)
  }

  #prepare(image: ImageId): void {
    const { bench, port } = this.#options
    const done = port.prepare({ project: bench.project, image }).catch(() => undefined)
    this.#ready = { image, done }
    // The next picture is made ready while this one is worked on.
    void done.then(() => this.#prepareNext(image)).catch(() => undefined)
  }

  async #prepareNext(image: ImageId): Promise<void> {
    const { bench, port } = this.#options
    const { queue, image: current } = bench.bench
    const next = queue.ids[queue.ids.indexOf(image) + 1]
    if (current === image && next !== undefined) await port.prepare({ project: bench.project, image: next })
  }

  async #ask(image: ImageId, { prompts, serial }: SmartState): Promise<void> {
    const { bench, port, onFailure } = this.#options
    const stop = new AbortController()
    this.#running = stop
    const isStale = () => stop.signal.aborted || bench.bench.image !== image
    try {
      await this.#ready?.done
      if (isStale()) return
      const question = { project: bench.project, image, ...questionOf(prompts) }
      const { candidates } = await port.predict(question, { signal: stop.signal })
      if (isStale()) return
      bench.send({ type: 'answer', serial, candidates })
      if (candidates.length === 0) bench.announce('Nothing distinct there')
    } catch (error) {
      if (isStale()) return
      bench.send({ type: 'failed', serial })
      onFailure(error)
    }
  }
}

function questionOf(prompts: readonly Prompt[]) {
  const points = prompts.flatMap((prompt) =>
    prompt.kind === 'point' ? [{ x: prompt.at.x, y: prompt.at.y, positive: prompt.isPositive }] : [],
  )
  const box = prompts.find((prompt) => prompt.kind === 'box')?.box
  return { points, ...(box && { box }) }
}
