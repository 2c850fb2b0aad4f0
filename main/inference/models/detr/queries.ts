import { at } from '#common/geometry/polygon'
import type { Tensors } from '../../host/session.ts'
import { type FloatAnswer, readFloats, readWholes } from '../kit/answers.ts'
import { logitOf, sigmoid } from '../kit/probability.ts'
import { type ColumnClass, type Columns, columnClasses } from './classes.ts'
import type { DetrLayout, DetrOutputs } from './layout.ts'
import { type Ranked, ranking } from './ranking.ts'

/** A query that found something. One query may be several classes, each a finding of its own. */
export interface Finding extends ColumnClass {
  readonly query: number
  readonly confidence: number
}

/** The conditions under which a query counts. */
export interface Wanted {
  /** How many there are. */
  readonly queries: number
  /** In the order of the manifest. */
  readonly classNames: readonly string[]
  thresholdOf(className: string): number
  /** The scores are probabilities already. */
  readonly isFused: boolean
  readonly most: number
}

type QueryReader = (outputs: Tensors, names: DetrOutputs, wanted: Wanted) => readonly Finding[]

/** The findings of one image over their thresholds, best first. Scores that are no numbers stay out. */
export const readQueries: Readonly<Record<DetrLayout, QueryReader>> = {
  'rf-detr': readEveryClass,
  sigmoid: readEveryClass,
  softmax: readBestClass,
  'post-processed': readLabelled,
}

/** Every pair of a query and a class competes. */
function readEveryClass(outputs: Tensors, names: DetrOutputs, wanted: Wanted): readonly Finding[] {
  const { queries } = wanted
  const { values, dims } = readLogits(outputs, names, queries)
  const columns = dims[2] ?? 0
  const classes = columnClasses(wanted.classNames, columns)
  const thresholds = thresholdsOf(classes, wanted)
  // A million logits are compared before a single power is taken; the margin is for their rounding.
  const cuts = wanted.isFused ? thresholds : thresholds.map((threshold) => logitOf(threshold) - 1e-5)
  const best = ranking(Math.min(queries, wanted.most))
  for (let query = 0, place = 0; query < queries; query += 1) {
    for (let column = 0; column < columns; column += 1, place += 1) {
      const value = at(values, place)
      if (!(value > at(cuts, column))) continue
      const score = wanted.isFused ? value : sigmoid(value)
      if (score > at(thresholds, column)) best.offer(place, score)
    }
  }
  return toFindings(best.best(), classes)
}

/** A query is what it most likely is. The last column is no class, but takes its share. */
function readBestClass(outputs: Tensors, names: DetrOutputs, wanted: Wanted): readonly Finding[] {
  const { queries } = wanted
  const { values, dims } = readLogits(outputs, names, queries)
  const columns = dims[2] ?? 0
  const classes = [...columnClasses(wanted.classNames, Math.max(0, columns - 1)), undefined]
  const thresholds = thresholdsOf(classes, wanted)
  const best = ranking(Math.min(queries, wanted.most))
  for (let query = 0; query < queries; query += 1) {
    const row = values.subarray(query * columns, (query + 1) * columns)
    const column = largestClass(row, classes)
    const score = wanted.isFused ? (row[column] ?? Number.NaN) : shareOf(row, column)
    if (score > (thresholds[column] ?? 1)) best.offer(query * columns + column, score)
  }
  return toFindings(best.best(), classes)
}

/** The network has chosen classes itself. */
function readLabelled(outputs: Tensors, names: DetrOutputs, wanted: Wanted): readonly Finding[] {
  const { queries } = wanted
  const { values } = readFloats(outputs, { name: names.scores?.name ?? '', dims: [1, queries] })
  const labels = readWholes(outputs, { name: names.classes.name, dims: [1, queries] })
  const classes = columnClasses(wanted.classNames, wanted.classNames.length)
  const thresholds = thresholdsOf(classes, wanted)
  const best = ranking(Math.min(queries, wanted.most))
  for (let query = 0; query < queries; query += 1) {
    const score = values[query] ?? Number.NaN
    if (score > (thresholds[labels[query] ?? -1] ?? Number.POSITIVE_INFINITY)) best.offer(query, score)
  }
  return best.best().flatMap(({ place, score }) => {
    const found = classes[labels[place] ?? -1]
    return found ? [{ ...found, query: place, confidence: score }] : []
  })
}

function readLogits(outputs: Tensors, { classes }: DetrOutputs, queries: number): FloatAnswer {
  return readFloats(outputs, { name: classes.name, dims: [1, queries, 'classes'] })
}

/** By column; no score is over that of a column which is no class. */
function thresholdsOf(classes: Columns, { thresholdOf }: Wanted): readonly number[] {
  return classes.map((column) => (column ? thresholdOf(column.className) : Number.POSITIVE_INFINITY))
}

function toFindings(best: readonly Ranked[], classes: Columns): readonly Finding[] {
  return best.flatMap(({ place, score }) => {
    const found = classes[place % classes.length]
    return found ? [{ ...found, query: Math.floor(place / classes.length), confidence: score }] : []
  })
}

/** The column of the likeliest class; −1 when none is a number. */
function largestClass(row: Float32Array, classes: Columns): number {
  let [largest, at] = [Number.NEGATIVE_INFINITY, -1]
  for (let column = 0; column < row.length; column += 1) {
    const value = row[column] ?? Number.NaN
    if (classes[column] && value > largest) [largest, at] = [value, column]
  }
  return at
}

/** The share of a column in the softmax of its row. */
function shareOf(row: Float32Array, column: number): number {
  const own = row[column] ?? Number.NaN
  let sum = 0
  for (const value of row) sum += Math.exp(value - own)
  return 1 / sum
}
