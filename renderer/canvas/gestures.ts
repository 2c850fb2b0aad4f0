import { type ViewPoint, viewPoint } from '#common/geometry/space'
import { NOTCH } from './viewport.ts'

export interface PointerKeys {
  readonly shift: boolean
  readonly alt: boolean
  /** Ctrl, or Cmd on a Mac. */
  readonly ctrl: boolean
}

/** Receives what the pointer does, in view pixels. */
export interface GestureListener {
  press(at: ViewPoint, press: PointerKeys & { readonly button: 'main' | 'second'; readonly clicks: number }): void
  move(at: ViewPoint, keys: PointerKeys): void
  release(at: ViewPoint, keys: PointerKeys): void
  /** A second finger or the system took over the gesture. */
  interrupt(): void
  leave(): void
  /** Moves the view by an offset in view pixels. `at` is the position of the pointer. */
  pan(at: ViewPoint, by: { readonly dx: number; readonly dy: number }): void
  zoom(at: ViewPoint, factor: number): void
  /** Handles Alt + wheel, in notches away from the user. Returns false to let the wheel zoom as usual. */
  turn(notches: number): boolean
  /** Whether the main button pans: with the hand tool, or while Space is held. */
  isPanning(): boolean
}

const MIDDLE = 4
const DOUBLE_CLICK_MS = 400
const DOUBLE_CLICK_PX = 5

/** Wheel events with smaller deltas come from a trackpad, which zooms smoothly. */
const NOTCH_PX = 40

/** Reads the pointer over an element. The tool owns a press until it is released; the view can pan meanwhile. */
export class Gestures {
  readonly #host: HTMLElement
  readonly #listener: GestureListener
  readonly #stop = new AbortController()
  readonly #touches = new Map<number, ViewPoint>()
  /** Bit in `buttons` of the button that started the tool's press. */
  #held = 0
  #last: ViewPoint = viewPoint(0, 0)
  #lastDown = { time: -Infinity, at: viewPoint(0, 0), clicks: 0, button: -1 }

  constructor(host: HTMLElement, listener: GestureListener) {
    this.#host = host
    this.#listener = listener
    const { signal } = this.#stop
    host.addEventListener('pointerdown', (event) => this.#down(event), { signal })
    host.addEventListener('pointermove', (event) => this.#move(event), { signal })
    host.addEventListener('pointerup', (event) => this.#up(event), { signal })
    host.addEventListener('pointercancel', (event) => this.#cancel(event), { signal })
    host.addEventListener('pointerleave', () => this.#held === 0 && listener.leave(), { signal })
    host.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
    host.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false })
  }

  dispose(): void {
    this.#stop.abort()
  }

  #down(event: PointerEvent): void {
    const at = this.#place(event)
    this.#last = at
    this.#host.focus({ preventScroll: true })
    this.#host.setPointerCapture(event.pointerId)
    if (event.pointerType === 'touch' && this.#addTouch(event.pointerId, at)) return
    if (this.#held !== 0 || this.#pans(event) || event.button === 1 || event.button > 2) return
    this.#held = event.button === 0 ? 1 : 2
    const clicks = this.#countClicks(event, at)
    this.#listener.press(at, { ...keysOf(event), button: event.button === 0 ? 'main' : 'second', clicks })
  }

  #move(event: PointerEvent): void {
    const at = this.#place(event)
    const [dx, dy] = [at.x - this.#last.x, at.y - this.#last.y]
    if (this.#touches.size > 1) return this.#pinch(event.pointerId, at)
    this.#last = at
    if (this.#touches.has(event.pointerId)) this.#touches.set(event.pointerId, at)
    if (this.#pans(event)) this.#listener.pan(at, { dx, dy })
    else this.#listener.move(at, keysOf(event))
    // The press and release of a second button arrive as moves, so the first button may have been released in one.
    if (this.#held !== 0 && (event.buttons & this.#held) === 0) this.#release(at, event)
  }

  #up(event: PointerEvent): void {
    this.#touches.delete(event.pointerId)
    const at = this.#place(event)
    this.#last = at
    if (this.#held !== 0) this.#release(at, event)
  }

  #cancel(event: PointerEvent): void {
    this.#touches.delete(event.pointerId)
    if (this.#held === 0) return
    this.#held = 0
    this.#listener.interrupt()
  }

  #release(at: ViewPoint, event: PointerEvent): void {
    this.#held = 0
    this.#listener.release(at, keysOf(event))
  }

  #pans({ buttons }: PointerEvent): boolean {
    return (buttons & MIDDLE) !== 0 || ((buttons & 1) !== 0 && this.#listener.isPanning())
  }

  /** Returns true when a second finger is down. The gesture of the first finger is then abandoned. */
  #addTouch(pointer: number, at: ViewPoint): boolean {
    this.#touches.set(pointer, at)
    if (this.#touches.size < 2) return false
    if (this.#held !== 0) this.#listener.interrupt()
    this.#held = 0
    return true
  }

  #pinch(pointer: number, at: ViewPoint): void {
    const before = [...this.#touches.values()]
    this.#touches.set(pointer, at)
    const after = [...this.#touches.values()]
    const [from, to] = [middle(before), middle(after)]
    this.#listener.pan(to, { dx: to.x - from.x, dy: to.y - from.y })
    const spread = spreadOf(before)
    if (spread > 0) this.#listener.zoom(to, spreadOf(after) / spread)
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    const at = this.#place(event)
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.#listener.pan(at, { dx: -(event.deltaX || event.deltaY), dy: 0 })
      return
    }
    const isNotch = event.deltaMode !== WheelEvent.DOM_DELTA_PIXEL || Math.abs(event.deltaY) >= NOTCH_PX
    const notches = isNotch ? Math.sign(event.deltaY) : event.deltaY / NOTCH_PX
    if (event.altKey && this.#listener.turn(-notches)) return
    // Browsers report a trackpad pinch as Ctrl + wheel with small deltas.
    const pace = event.ctrlKey && !isNotch ? 4 : 1
    this.#listener.zoom(at, NOTCH ** (-notches * pace))
  }

  #countClicks({ timeStamp, button }: PointerEvent, at: ViewPoint): number {
    const last = this.#lastDown
    const isNear = Math.hypot(at.x - last.at.x, at.y - last.at.y) <= DOUBLE_CLICK_PX
    const isAgain = button === last.button && timeStamp - last.time <= DOUBLE_CLICK_MS && isNear
    this.#lastDown = { time: timeStamp, at, button, clicks: isAgain ? last.clicks + 1 : 1 }
    return this.#lastDown.clicks
  }

  #place({ clientX, clientY }: MouseEvent): ViewPoint {
    const { left, top } = this.#host.getBoundingClientRect()
    return viewPoint(clientX - left, clientY - top)
  }
}

function keysOf({ shiftKey, altKey, ctrlKey, metaKey }: PointerEvent): PointerKeys {
  return { shift: shiftKey, alt: altKey, ctrl: ctrlKey || metaKey }
}

function middle(points: readonly ViewPoint[]): ViewPoint {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 })
  return viewPoint(sum.x / points.length, sum.y / points.length)
}

function spreadOf([a, b]: readonly ViewPoint[]): number {
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
}
