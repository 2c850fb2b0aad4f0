import type { Size } from '#common/geometry/space'
import type { DrawingWish } from './drawing-wish.ts'
import { GpuRenderer } from './gpu/gpu-renderer.ts'
import { SoftRenderer } from './soft/soft-renderer.ts'
import type { Renderer, StillView } from './still/renderer.ts'

/** Context losses after which the GPU is no longer tried. */
const MOST_LOSSES = 3

/**
 * Draws with one of two drivers, and chooses again when the setting changes or the GPU context is lost. The CPU driver
 * takes over within the same frame, and hands back once the context is restored.
 */
export class Driver {
  readonly #element = document.createElement('div')
  readonly #again: () => void
  #wish: DrawingWish
  #renderer: Renderer
  /** GPU renderer whose context is lost, until it is restored. */
  #lost: Renderer | undefined
  #losses = 0
  #size: Size = { width: 0, height: 0 }
  #density = 1
  #drawn: StillView | undefined

  constructor(host: HTMLElement, { wish, again }: { readonly wish: DrawingWish; readonly again: () => void }) {
    this.#element.style.cssText = 'position:absolute;inset:0;overflow:hidden;pointer-events:none'
    host.append(this.#element)
    this.#again = again
    this.#wish = wish
    this.#renderer = this.#make()
  }

  /** Switches to the driver that was asked for. A GPU that failed before is tried again. */
  choose(wish: DrawingWish): void {
    if (wish === this.#wish) return
    this.#wish = wish
    this.#losses = 0
    this.#forgetLost()
    this.#renderer.dispose()
    this.#replace()
  }

  resize(size: Size, density: number): void {
    this.#size = size
    this.#density = density
    this.#renderer.resize(size, density)
  }

  draw(view: StillView): void {
    this.#drawn = view
    this.#renderer.draw(view)
  }

  dispose(): void {
    this.#forgetLost()
    this.#renderer.dispose()
    this.#element.remove()
  }

  #make(): Renderer {
    const renderer = this.#tryGpu() ?? new SoftRenderer({ element: this.#element, again: this.#again })
    this.#element.dataset['driver'] = renderer.kind
    return renderer
  }

  #tryGpu(): Renderer | undefined {
    if (this.#wish === 'soft' || this.#lost || this.#losses >= MOST_LOSSES) return undefined
    try {
      const host = { element: this.#element, again: this.#again }
      const losing = { onLost: () => this.#lose(), onRestored: () => this.#restore() }
      return new GpuRenderer({ ...host, ...losing }, this.#wish === 'gpu')
    } catch {
      // The CPU driver can draw everything that the GPU cannot.
      return undefined
    }
  }

  #lose(): void {
    this.#losses += 1
    this.#lost = this.#renderer
    this.#replace()
  }

  #restore(): void {
    this.#forgetLost()
    this.#renderer.dispose()
    this.#replace()
  }

  #forgetLost(): void {
    this.#lost?.dispose()
    this.#lost = undefined
  }

  /** Replaces the renderer and draws the last view with it. */
  #replace(): void {
    this.#renderer = this.#make()
    this.#renderer.resize(this.#size, this.#density)
    if (this.#drawn && this.#size.width > 0) this.#renderer.draw(this.#drawn)
  }
}
