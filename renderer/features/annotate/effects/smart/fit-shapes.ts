import { type PlacedShape, shapeBounds } from '#common/annotation/shape'
import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import type { ImageId } from '#common/ids'
import type { Editor } from '../../editor/editor.ts'
import type { MachineTask } from '../../model/machine.ts'
import { fitted } from './fit.ts'
import { runMachineTask } from './machine-task.ts'

export interface Fit {
  readonly before: PlacedShape
  /** The fitted shape, or undefined when the machine found nothing in its place. */
  readonly after: PlacedShape | undefined
}

/** How far an object may have moved beyond its old sides, as a share of them. */
const ROOM = 0.15

export interface FitWish {
  readonly kind: MachineTask['kind']
  readonly image: ImageId
  readonly frame: Size
  readonly shapes: readonly PlacedShape[]
}

/**
 * Each shape as the machine finds its object when it is told the shape's bounds, one after the other. Undefined when a person stopped it.
 * Rejects when the machine does not answer.
 */
export async function fitShapes(
  editor: Editor,
  { kind, image, frame, shapes }: FitWish,
): Promise<readonly Fit[] | undefined> {
  const { core, project } = editor
  if (!core) return undefined
  const { detail } = editor.state.options
  const isCarried = kind === 'refit'
  const fits: Fit[] = []
  const isDone = await runMachineTask(editor, { kind, items: shapes }, async (before, signal) => {
    const question = { project, image, points: [], box: widened(shapeBounds(before), frame, isCarried ? ROOM : 0) }
    const { candidates } = await core.segment.predict(question, { signal })
    fits.push({ before, after: fitted(before, candidates, { frame, detail, isCarried }) })
  })
  return isDone ? fits : undefined
}

function widened({ x0, y0, x1, y1 }: Box, { width, height }: Size, share: number): Box {
  const [dx, dy] = [(x1 - x0) * share, (y1 - y0) * share]
  return {
    x0: Math.max(0, x0 - dx),
    y0: Math.max(0, y0 - dy),
    x1: Math.min(width, x1 + dx),
    y1: Math.min(height, y1 + dy),
  }
}
