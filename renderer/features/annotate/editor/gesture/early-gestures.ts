import type { ImageId } from '#common/ids'
import type { ArmedEvent } from '#renderer/tools/armed'

/**
 * Pointer events on an image that is on screen before its labels are: they wait for the labels, so that whoever draws at once loses
 * nothing.
 */
export class EarlyGestures {
  #image: ImageId | undefined
  #events: ArmedEvent[] = []

  /** Keeps a press and what follows it. Moves without a press are no gesture. */
  hold(image: ImageId, event: ArmedEvent): void {
    if (this.#image !== image) this.#clear()
    const isGesture = event.type === 'down' || this.#events.length > 0
    if (!isGesture || !POINTER_EVENTS.has(event.type)) return
    this.#image = image
    this.#events.push(event)
  }

  /** The events that wait on the image, in their order; they wait no longer. */
  take(image: ImageId): readonly ArmedEvent[] {
    const events = this.#image === image ? this.#events : []
    this.#clear()
    return events
  }

  /** Gives up what waits; false when nothing did. */
  drop(): boolean {
    const wasWaiting = this.#events.length > 0
    this.#clear()
    return wasWaiting
  }

  #clear(): void {
    this.#image = undefined
    this.#events = []
  }
}

const POINTER_EVENTS: ReadonlySet<ArmedEvent['type']> = new Set(['down', 'move', 'up', 'cancel'])
