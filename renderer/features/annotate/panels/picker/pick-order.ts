import type { Shape } from '#common/annotation/shape'
import type { LabelClass } from '#common/contract/projects'
import type { ClassId } from '#common/ids'

interface Used {
  /** Shapes of the image. */
  readonly shapes: readonly Pick<Shape, 'classId'>[]
  /** The classes that were used last, the newest first. */
  readonly recent: readonly ClassId[]
}

/** The classes of the image first, those used last behind them, then the others in the order of the project. */
export function pickOrder(classes: readonly LabelClass[], { shapes, recent }: Used): readonly LabelClass[] {
  const here = new Set(shapes.map(({ classId }) => classId))
  const rank = ({ id }: LabelClass) => {
    if (here.has(id)) return -1
    const place = recent.indexOf(id)
    return place === -1 ? recent.length : place
  }
  return classes
    .map((label) => ({ label, rank: rank(label) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ label }) => label)
}
