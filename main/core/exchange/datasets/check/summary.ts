import type { LabelFault } from '../reading.ts'
import type { LookedAt } from './look.ts'
import type { Row } from './rows.ts'

/** Images that a label file could not be used for. */
type Faulty = ReadonlyMap<Row, LabelFault['kind']>

interface Counted {
  /** Images that are spoken of and lie nowhere. */
  readonly lost: number
  /** Images of the project that have labels already and get others. */
  readonly labelled: number
  readonly repeated: ReadonlySet<Row>
  readonly faulty: Faulty
}

/** Of rows with the same bytes those whose annotations do not count: one counts, which has some where any has. */
export function repeatedRows(images: readonly LookedAt[], rows: readonly Row[], faulty: Faulty): ReadonlySet<Row> {
  const groups = Map.groupBy(rows.keys(), (index) => images[index]?.first ?? images[index]?.file.path)
  const repeated = [...groups.values()].flatMap((indices) => {
    const alike = indices.flatMap((index) => rows[index] ?? [])
    const counts = alike.find(({ objects }) => objects !== null) ?? alike.find((row) => faulty.has(row)) ?? alike[0]
    return alike.filter((row) => row !== counts)
  })
  return new Set(repeated)
}

/** How many images and labels there are of each kind. */
export function summaryOf(rows: readonly Row[], { lost, labelled, repeated, faulty }: Counted) {
  const states = { new: 0, there: 0, repeated: 0, matched: 0, refused: 0 }
  const splits = { train: 0, valid: 0, test: 0 }
  const labels = { objects: 0, annotated: 0, nothing: 0, silent: 0, unfit: 0, unreadable: 0 }
  for (const row of rows) {
    const { state, split, objects } = row
    states[state] += 1
    if (state === 'refused') continue
    if (state === 'new') splits[split] += 1
    if (repeated.has(row)) continue
    if (objects === null) labels[faulty.get(row) ?? 'silent'] += 1
    else labels[objects === 0 ? 'nothing' : 'annotated'] += 1
    labels.objects += objects ?? 0
  }
  return { images: { ...states, labelled }, labels: { ...labels, lost }, splits }
}
