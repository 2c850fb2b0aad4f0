import type { ProjectId } from '#common/ids'
import type { ReadDb } from '../../kit/db.ts'
import { keptUntilChange } from './kept-until-change.ts'

/** Projects whose colours stay in memory; those of 100,000 pictures take 1 MB. */
const KEPT = 2
const DIGITS = 6

interface Colors {
  /** Of all pictures, one after the other. */
  readonly digits: string
  /** By the place of a picture: which of them is its own. */
  readonly nth: Uint32Array
}

export interface ImageColors {
  /** Six hexadecimal digits for each of `wanted`; `all` are the pictures of the project, the least place first. */
  of(project: ProjectId, all: readonly number[], wanted: readonly number[]): string
}

export function imageColors(db: ReadDb): ImageColors {
  const kept = keptUntilChange<Colors>(db, KEPT)
  const digits = db
    .prepare<[string], string | null>(
      `SELECT group_concat(substr(color, 2), '')
         FROM (SELECT color FROM image WHERE project_id = ? AND trashed_at IS NULL ORDER BY seq)`,
    )
    .pluck()

  function read(project: ProjectId, all: readonly number[]): Colors {
    const nth = new Uint32Array((all.at(-1) ?? 0) + 1)
    for (const [at, seq] of all.entries()) nth[seq] = at
    return { digits: digits.get(project) ?? '', nth }
  }

  return {
    of(project, all, wanted) {
      const colors = kept.of(project, () => read(project, all))
      if (wanted === all) return colors.digits
      return wanted.map((seq) => digitsOf(colors, seq)).join('')
    },
  }
}

function digitsOf({ digits, nth }: Colors, seq: number): string {
  const at = DIGITS * (nth[seq] ?? 0)
  return digits.slice(at, at + DIGITS)
}
