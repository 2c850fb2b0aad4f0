import type { ViewPoint } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { REACH } from '#renderer/canvas/looks'
import { distance } from '#renderer/canvas/outline'
import type { Workbench } from '../workbench/workbench.ts'

/** Milliseconds after which a press that does not move asks what lies there. */
const LONG_MS = 500

/** The shapes under a press of the select tool that has not moved; none during anything else. */
function pressedPile({ bench: { armed } }: Workbench): readonly ShapeId[] {
  if (armed.tool !== 'select' || armed.state.at !== 'pressed') return []
  const { grip } = armed.state
  return grip.kind === 'selection' || grip.kind === 'shapes' ? grip.stack : []
}

/** Lists the shapes under the press, where there are several; the press is over. */
export function openPile(bench: Workbench, at: ViewPoint): void {
  const ids = pressedPile(bench)
  if (ids.length < 2) return
  bench.send({ type: 'cancel' })
  bench.set({ pile: { at, ids } })
}

export function closePile(bench: Workbench): void {
  bench.set({ pile: undefined, hovered: undefined })
}

export function takeFromPile(bench: Workbench, id: ShapeId): void {
  closePile(bench)
  bench.select([id])
}

/** Watches presses: one that stays where it is for long opens the list. */
export function longPress(bench: Workbench) {
  let timer = 0
  let from: ViewPoint | undefined
  const stop = () => {
    clearTimeout(timer)
    from = undefined
  }
  return {
    start(at: ViewPoint) {
      stop()
      if (bench.bench.pile) closePile(bench)
      from = at
      timer = window.setTimeout(() => openPile(bench, at), LONG_MS)
    },
    move(at: ViewPoint) {
      if (from && distance(from, at) >= REACH.drag) stop()
    },
    stop,
  }
}
