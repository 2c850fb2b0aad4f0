import type { Rings } from '#common/geometry/polygon'
import { type RunLengths, runLengthArea, runLengthsFromText } from '#common/geometry/rle'
import { imagePoint } from '#common/geometry/space'
import type { PromptedMask } from '#common/inference/prediction'
import type { SegmentAnswer, SegmentCandidate, SegmentImage, SegmentPrompt } from '#core/annotation/predictions/ports'
import type { OutputOf } from '#core/models/inference/operations'
import { ringsOf } from './masks/rings.ts'
import { runLengthsIou } from './masks/runs.ts'

const EXTENTS = ['whole', 'part', 'smaller'] as const
/** How alike two masks may be before only the better one is offered. */
const SAME = 0.93

/** The prompt in pixels of the part that the model looks at. */
export function intoCrop({ points, box }: SegmentPrompt, { crop }: SegmentImage) {
  const [dx, dy] = [crop?.x0 ?? 0, crop?.y0 ?? 0]
  const moved = points.map(({ at, positive }) => ({ at: imagePoint(at.x - dx, at.y - dy), positive }))
  return { points: moved, ...(box && { box: { x0: box.x0 - dx, y0: box.y0 - dy, x1: box.x1 - dx, y1: box.y1 - dy } }) }
}

function outOfCrop(rings: Rings, { crop }: SegmentImage): Rings {
  if (!crop) return rings
  return rings.map((ring) => ring.map((value, i) => value + (i % 2 === 0 ? crop.x0 : crop.y0)))
}

/** The masks of a model as candidates by extent, in pixels of the image. */
export function answerIn({ masks, size }: OutputOf<'segment'>, image: SegmentImage): SegmentAnswer {
  const guesses = distinct((masks[0] ?? []).flatMap(guessIn)).slice(0, EXTENTS.length)
  const bySize = guesses.toSorted((one, other) => runLengthArea(other.counts) - runLengthArea(one.counts))
  const candidates = guesses.flatMap((guess): SegmentCandidate[] => {
    const rings = outOfCrop(ringsOf(guess.counts, size), image)
    const extent = EXTENTS[bySize.indexOf(guess)] ?? 'smaller'
    return rings.length === 0 ? [] : [{ extent, rings, score: guess.score }]
  })
  return candidates.length === 0 ? { kind: 'nothing-found' } : { kind: 'found', candidates }
}

interface Guess {
  readonly counts: RunLengths
  readonly score: number
}

function guessIn({ mask, confidence }: PromptedMask): Guess[] {
  const counts = mask.format === 'rle' ? runLengthsFromText(mask.counts) : undefined
  // A network may promise more than 1, or less than 0.
  return counts?.ok ? [{ counts: counts.value, score: Math.max(0, Math.min(1, confidence)) }] : []
}

/** Of masks that are alike the first. */
function distinct(guesses: readonly Guess[]): readonly Guess[] {
  const kept: Guess[] = []
  for (const guess of guesses) {
    if (kept.every(({ counts }) => runLengthsIou(counts, guess.counts) < SAME)) kept.push(guess)
  }
  return kept
}
