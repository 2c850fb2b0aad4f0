import { boxContains, clipBox } from '#common/geometry/box'
import type { Rings } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import type { SegmentAnswer, SegmentCandidate, SegmentPrompt } from '#core/annotation/predictions/ports'
import { type Carved, carve } from './cut/carve.ts'
import { refined } from './cut/refine.ts'
import { levelOf, type Pyramid } from './image/raster.ts'
import type { Place } from './image/window.ts'
import { outline } from './outline.ts'
import { guessesFor, type Wish } from './proposals/guesses.ts'
import { likeness } from './proposals/likeness.ts'
import { ringsArea } from './proposals/proposals.ts'

/** A decoded image, and the size to which prompts and results refer. */
export interface WorkingImage {
  readonly pyramid: Pyramid
  readonly shown: Size
}

interface Choice {
  readonly carved: Carved
  /** Outline at the resolution of the first cut. */
  readonly rings: Rings
  readonly score: number
}

const MOST_CHOICES = 3
/** Resolution of the border: full resolution for the first choice up to 3 megapixels. */
const [MOST_PIXELS, MOST_PIXELS_OF_OTHERS] = [3_000_000, 800_000]
const EXTENTS = ['whole', 'part', 'smaller'] as const
/** A cut that changes completely with slightly different evidence is not an object. */
const LEAST_SCORE = 0.4
/** IoU above which only the better of two choices is offered. */
const SAME = 0.93

/** Cuts one object out of an image. `pause` is called between steps and may throw to abort. */
export function segmentImage(image: WorkingImage, prompt: SegmentPrompt, pause: () => void): SegmentAnswer {
  const wish = wishOf(image, prompt)
  if (!wish) return { kind: 'nothing-found' }
  const choices = choicesFor(image, wish, { pause, most: prompt.isPreview ? 1 : MOST_CHOICES })
  const bySize = choices.toSorted((a, b) => ringsArea(b.rings) - ringsArea(a.rings))
  const ground = { pyramid: image.pyramid, limits: wish.limits }
  const candidates = choices.flatMap((choice, order): SegmentCandidate[] => {
    pause()
    const isFinest = order === 0 && !prompt.isPreview
    const rings = outline(image, refined(ground, choice.carved, isFinest ? MOST_PIXELS : MOST_PIXELS_OF_OTHERS))
    const extent = EXTENTS[bySize.indexOf(choice)] ?? 'smaller'
    return rings.length === 0 ? [] : [{ extent, rings, score: choice.score }]
  })
  return candidates.length === 0 ? { kind: 'nothing-found' } : { kind: 'found', candidates }
}

interface Effort {
  readonly pause: () => void
  readonly most: number
}

/**
 * Returns objects that the prompt may mean, all different: the best cut of each guess, then tighter and looser ones.
 */
function choicesFor(image: WorkingImage, wish: Wish, { pause, most }: Effort): readonly Choice[] {
  const choices: Choice[] = []
  const others: { readonly carved: () => Carved; readonly score: number }[] = []
  for (const guess of guessesFor(image.pyramid, wish)) {
    pause()
    const { best, loose, tight, stability } = carve(image.pyramid, wish, guess)
    offer(() => best, stability)
    if (choices.length >= most) return choices
    others.push({ carved: tight, score: stability }, { carved: loose, score: stability })
  }
  for (const { carved, score } of others) offer(carved, score)
  return choices

  function offer(take: () => Carved, score: number): void {
    if (choices.length >= most || score < LEAST_SCORE) return
    const carved = take()
    const rings = outline(image, carved)
    const isNew = rings.length > 0 && choices.every((choice) => likeness(choice.rings, rings) < SAME)
    if (isNew) choices.push({ carved, rings, score })
  }
}

/**
 * Converts points and box to pixels of the pyramid's finest level, clamped to the image. Undefined when there is no
 * usable prompt.
 */
function wishOf({ pyramid, shown }: WorkingImage, { points, box }: SegmentPrompt): Wish | undefined {
  const { width, height } = levelOf(pyramid, 0)
  const [across, down] = [width / shown.width, height / shown.height]
  const placeOf = ({ x, y }: Place) => ({ x: inFrame(x * across, width), y: inFrame(y * down, height) })
  const places = points.map(({ at, positive }) => ({ ...placeOf(at), positive }))
  const drawn = box && { x0: box.x0 * across, y0: box.y0 * down, x1: box.x1 * across, y1: box.y1 * down }
  const boxed = drawn && clipBox(drawn, { width, height })
  const limits = boxed ?? { x0: 0, y0: 0, x1: width, y1: height }
  const belongs = places.filter((place) => place.positive && boxContains(limits, place))
  const apart = places.filter((place) => !place.positive)
  return boxed || belongs.length > 0 ? { belongs, apart, limits, isBoxed: boxed !== undefined } : undefined
}

function inFrame(value: number, size: number): number {
  return Math.max(0, Math.min(size - 0.01, value))
}
