import { ModelRunError } from '../../host/errors.ts'
import { floatsOf, type Tensors } from '../../host/session.ts'
import type { Candidates } from '../kit/nms.ts'

interface Reading {
  readonly output: string
  /** Least confidence of each class, in the order of the tensor. */
  readonly thresholds: readonly number[]
}

/**
 * The anchors `[1, 4 + classes, anchors]` whose best class is over its threshold: centre and size in pixels of the frame become
 * corners, scores are probabilities already.
 */
export function readAnchors(outputs: Tensors, { output, thresholds }: Reading): Candidates {
  const values = floatsOf(outputs, output)
  const [, rows = 0, anchors = 0] = outputs[output]?.dims ?? []
  const classes = thresholds.length
  if (rows !== 4 + classes) throw new ModelRunError(`It answers ${rows} values an anchor, not 4 and ${classes} classes`)
  const best = bestClasses(values, { anchors, thresholds })
  const boxes = new Float32Array(4 * best.places.length)
  for (const [index, place] of best.places.entries()) {
    const at = (row: number) => values[row * anchors + place] ?? Number.NaN
    const [width, height] = [at(2), at(3)]
    boxes.set([at(0) - width / 2, at(1) - height / 2, at(0) + width / 2, at(1) + height / 2], 4 * index)
  }
  return { boxes, scores: Float32Array.from(best.scores), classes: Int32Array.from(best.classes) }
}

interface Grid {
  readonly anchors: number
  readonly thresholds: readonly number[]
}

/** Row by row, as the tensor lies in memory: the best class of every anchor so far is kept beside it. */
function bestClasses(values: Float32Array, { anchors, thresholds }: Grid) {
  const scores = new Float32Array(anchors)
  const winners = new Int32Array(anchors)
  for (let row = 0; row < thresholds.length; row += 1) {
    const start = (4 + row) * anchors
    for (let anchor = 0; anchor < anchors; anchor += 1) {
      const score = values[start + anchor] ?? 0
      if (score > (scores[anchor] ?? 0)) {
        scores[anchor] = score
        winners[anchor] = row
      }
    }
  }
  const [places, best, classes]: [number[], number[], number[]] = [[], [], []]
  for (let anchor = 0; anchor < anchors; anchor += 1) {
    const [score, winner] = [scores[anchor] ?? 0, winners[anchor] ?? 0]
    if (!(score > (thresholds[winner] ?? 1))) continue
    places.push(anchor)
    best.push(score)
    classes.push(winner)
  }
  return { places, scores: best, classes }
}
