import type { ProjectId } from '#common/ids'
import type { ReadDb } from '../../kit/db.ts'
import { keptUntilChange } from './kept-until-change.ts'

/** Projects whose colors stay in memory; those of 100,000 images take 1 MB. */
const KEPT = 2
const DIGITS = 6
/** Up to so many are read one by one sooner than those of the whole project. */
const FEW = 10_000

interface Colors {
  /** Of all images, one after the other. */
  readonly digits: string
  /** By the place of an image: which of them is its own. */
  readonly nth: Uint32Array
}

export interface ImageColors {
  /** Six hexadecimal digits for each of `wanted`; `all` lists the images of the project, the least place first. */
  of(project: ProjectId, wanted: readonly number[], all: () => readonly number[]): string
}

export function imageColors(db: ReadDb): ImageColors {
  const kept = keptUntilChange<Colors>(db, KEPT)
  const ofProject = joined(db, 'SELECT color FROM image WHERE project_id = ? AND trashed_at IS NULL ORDER BY seq')
  const ofPlaces = joined(
    db,
    'SELECT i.color FROM json_each(?) wanted JOIN image i ON i.seq = wanted.value ORDER BY wanted.key',
  )

  function read(project: ProjectId, all: readonly number[]): Colors {
    const nth = new Uint32Array((all.at(-1) ?? 0) + 1)
    for (const [at, seq] of all.entries()) nth[seq] = at
    return { digits: ofProject.get(project) ?? '', nth }
  }

  return {
    of(project, wanted, all) {
      if (wanted.length <= FEW) return ofPlaces.get(JSON.stringify(wanted)) ?? ''
      const every = all()
      const colors = kept.of(project, () => read(project, every))
      if (wanted === every) return colors.digits
      return wanted.map((seq) => digitsOf(colors, seq)).join('')
    },
  }
}

function joined(db: ReadDb, colors: string) {
  return db.prepare<[string], string | null>(`SELECT group_concat(substr(color, 2), '') FROM (${colors})`).pluck()
}

function digitsOf({ digits, nth }: Colors, seq: number): string {
  const at = DIGITS * (nth[seq] ?? 0)
  return digits.slice(at, at + DIGITS)
}
