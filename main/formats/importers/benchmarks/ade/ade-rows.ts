import { message } from '#common/messages/message'
import type { DatasetProblem } from '#core/exchange/datasets/ports'

export interface AdeRow {
  readonly className: string
}

const COLUMNS = 6

interface AdeRows {
  /** Whole objects by their numbers, from 1. */
  readonly rows: ReadonlyMap<number, AdeRow>
  readonly problems: readonly DatasetProblem[]
}

/** `001 # 0 # 0 # car, auto, automobile # car # "parked"`: number, level of a part, whether hidden, names, the name as typed, attributes. */
export function readAdeRows(text: string, path: string): AdeRows {
  const rows = new Map<number, AdeRow>()
  const problems: DatasetProblem[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const cells = line.split('#').map((cell) => cell.trim())
    const { number, level, className } = cellsIn(cells) ?? {}
    if (number === undefined || className === undefined) problems.push({ path, line: index + 1, reason: UNLIKE })
    else if (level === 0 && !rows.has(number)) rows.set(number, { className })
  }
  return { rows, problems }
}

const UNLIKE = message('row-skipped', {}, message('row-needs-six-columns'))

function cellsIn(cells: readonly string[]) {
  const [number, level] = cells
  const isRow = cells.length >= COLUMNS && /^\d{1,6}$/.test(number ?? '') && /^\d{1,3}$/.test(level ?? '')
  return isRow ? { number: Number(number), level: Number(level), className: nameIn(cells) } : undefined
}

/** The first of all names that a thing has, else the name as it was typed. */
function nameIn([, , , names, typed]: readonly string[]): string | undefined {
  return names?.split(/[,;]/)[0]?.trim() || typed || undefined
}
