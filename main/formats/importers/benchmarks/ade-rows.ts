import type { DatasetProblem } from '#core/datasets/ports'

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
    const [number = '', level = '', , names = '', typed = ''] = cells
    // Every name that a thing has stands there.
    const className = names.split(/[,;]/)[0]?.trim() || typed
    if (cells.length < COLUMNS || !/^\d{1,6}$/.test(number) || !/^\d{1,3}$/.test(level) || className === '')
      problems.push({
        path,
        line: index + 1,
        reason: 'The row is left out: it is not six columns with # between them.',
      })
    else if (Number(level) === 0 && !rows.has(Number(number))) rows.set(Number(number), { className })
  }
  return { rows, problems }
}
