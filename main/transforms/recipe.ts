import type { Traced } from '#common/annotation/transform'
import type { Size } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import type { Preprocessing } from '#common/versions/preprocessing'
import type { VersionSettings } from '#common/versions/settings'
import type { Skeletons } from '#core/versions/ports'
import type { Drawn } from './augment/definition.ts'
import { AUGMENTATION } from './augment/registry.ts'
import { frameAfter, type Plan } from './plan.ts'
import type { Image, Part, PreprocessingStep } from './preprocess/definition.ts'
import { isolatedLabel } from './preprocess/isolate.ts'
import { FIRST_STEPS, LAST_STEPS, PARTING_STEPS } from './preprocess/registry.ts'
import { resize } from './preprocess/resize.ts'
import type { Random } from './random.ts'
import { moveShapes } from './shapes.ts'

/** State of an image between steps: its annotations and its size. */
export interface Stage {
  readonly frame: Size
  readonly shapes: readonly Traced[]
}

/** The plans that make one part of an image, and the stage after them. */
export interface PartPlan {
  readonly part: number
  /** Plans that start from the image after `planFirst`. */
  readonly plans: readonly Plan[]
  /** The stage right after the cut: the annotations that belong to the part. */
  readonly cut: Stage
  readonly end: Stage
}

/** The plans of a variant, and the values drawn for them by stream key. */
export interface AugmentationPlan {
  readonly plans: readonly Plan[]
  readonly drawn: Readonly<Record<string, Drawn>>
  readonly end: Stage
}

/** Returns the plans for an image before it may be cut into parts. */
export function planFirst(preprocessing: Preprocessing, image: Image): readonly Plan[] {
  return planSteps(FIRST_STEPS, preprocessing, image)
}

/** Returns the parts of an image in order: one, unless a step cuts it. Training and inference share these steps. */
export function planParts(
  preprocessing: Preprocessing,
  image: Image & Stage,
  skeletons: Skeletons,
): readonly PartPlan[] {
  const { frame, shapes } = image
  const parted = PARTING_STEPS.map((step) => step.parts(preprocessing, frame, shapes)).find(
    (parts) => parts !== undefined,
  )
  const parts: readonly (Part | undefined)[] = parted ?? [undefined]
  return parts.map((part) => {
    const cut = part ? stageOf(part, shapes, skeletons) : { frame, shapes }
    const last = planSteps(LAST_STEPS, preprocessing, { ...image, frame: cut.frame })
    const plans = part ? [part.cut, ...last] : last
    return { part: part?.part ?? 0, plans, cut, end: stageAfter(cut, last, skeletons) }
  })
}

function stageOf({ cut, of }: Part, shapes: readonly Traced[], skeletons: Skeletons): Stage {
  return { frame: cut.frame, shapes: of ? [isolatedLabel(of)] : moveShapes(shapes, cut, skeletons) }
}

function planSteps(steps: readonly PreprocessingStep[], preprocessing: Preprocessing, image: Image): readonly Plan[] {
  const plans: Plan[] = []
  let frame = image.frame
  for (const step of steps) {
    const plan = step.plan(preprocessing, { ...image, frame })
    if (plan === undefined) continue
    plans.push(plan)
    frame = frameAfter(plan, frame)
  }
  return plans
}

interface Variant {
  readonly settings: VersionSettings
  readonly start: Stage
  readonly skeletons: Skeletons
  readonly streamOf: (key: string) => Random
}

/**
 * Plans every chosen step after the one before, each with its own stream. If a turn changes the size of the frame, a
 * resize to the chosen size follows.
 */
export function planAugmentation({ settings, start, skeletons, streamOf }: Variant): AugmentationPlan {
  const plans: Plan[] = []
  let drawn: Record<string, Drawn> = {}
  let end = start
  const placeOf = placesFrom(start.shapes)
  const add = (plan: Plan | undefined) => {
    if (plan === undefined) return
    plans.push(plan)
    end = stageAfter(end, [plan], skeletons)
  }
  for (const step of AUGMENTATION) {
    const planned = step.plan(settings.augmentation, { ...end, placeOf, streamOf })
    if (planned === undefined) continue
    drawn = { ...drawn, ...planned.drawn }
    const { frame } = end
    add(planned.plan)
    if (!isSameSize(frame, end.frame)) add(resize.plan(settings.preprocessing, { frame: end.frame, orientation: 1 }))
  }
  return { plans, drawn, end }
}

/** Returns the index of an annotation. Mirrored copies that are added later get the next indices. */
function placesFrom(shapes: readonly Traced[]): (id: ShapeId) => number {
  const places = new Map(shapes.map(({ id }, place) => [id, place]))
  return (id) => {
    const place = places.get(id) ?? places.size
    places.set(id, place)
    return place
  }
}

export function stageAfter(start: Stage, plans: readonly Plan[], skeletons: Skeletons): Stage {
  return plans.reduce(
    ({ frame, shapes }, plan) => ({ frame: frameAfter(plan, frame), shapes: moveShapes(shapes, plan, skeletons) }),
    start,
  )
}

function isSameSize(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height
}

/** Returns settings for a preview: the size is reduced in the same aspect ratio before any random step. */
export function previewSettings(settings: VersionSettings, side: number, source: Size): VersionSettings {
  const { preprocessing, augmentation } = settings
  const { resize: wanted } = preprocessing
  const { width, height } = wanted ?? source
  const scale = Math.min(1, side / Math.max(width, height))
  const smaller = (size: number) => Math.max(1, Math.round(size * scale))
  const reduced = wanted
    ? { ...wanted, width: smaller(width), height: smaller(height) }
    : { width: side, height: side, format: 'Fit within' as const }
  const { blur, bbblur } = augmentation
  return {
    preprocessing: { ...preprocessing, resize: reduced },
    augmentation: {
      ...augmentation,
      ...(blur && { blur: { pixels: blur.pixels * scale } }),
      ...(bbblur && { bbblur: { pixels: bbblur.pixels * scale } }),
    },
  }
}
