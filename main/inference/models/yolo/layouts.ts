import {
  anchorCounts,
  hasWordsOfYolo,
  type NamedShape,
  type Spoken,
  scoredBoxes,
  spokenBy,
  type YoloSignature,
  type YoloTask,
} from './signature.ts'

/**
 * How the tensors of a YOLO model lie. N counts images, A anchors, C classes, M objects, k the keypoints of an object.
 *
 * | layout                     | boxes                                            | with masks             | with keypoints |
 * |----------------------------|--------------------------------------------------|------------------------|----------------|
 * | `v5` (v5, v7)              | [N, A, 5 + C]: centerd box, objectness, classes  | + 32, [N, 32, h, w]    | -              |
 * | `v7-masks`                 | the same                                         | + 32, the fifth output | -              |
 * | `v8` (v8, v9, 11, 12)      | [N, 4 + C, A]: centerd box, classes              | + 32, [N, 32, h, w]    | + 3k           |
 * | `v8-turned`                | [N, 4 + C + 1, A]: centerd box, classes, angle   | -                      | -              |
 * | `nas`                      | [N, A, 4]: corners, and [N, A, C]                | -                      | -              |
 * | `v10`, `v26`               | [N, M, 6]: corners, confidence, class            | + 32, [N, 32, h, w]    | + 3k           |
 * | `v10-turned`, `v26-turned` | [N, M, 7]: centerd box, confidence, class, angle | -                      | -              |
 *
 * `v10` serves every export that answers objects instead of anchors, such as one with the suppression inside. Some exports have the
 * axes behind N the other way round; their lengths tell.
 */
export const YOLO_LAYOUTS = [
  'v5',
  'v7-masks',
  'v8',
  'v8-turned',
  'nas',
  'v10',
  'v10-turned',
  'v26',
  'v26-turned',
] as const
export type YoloLayout = (typeof YOLO_LAYOUTS)[number]

export function isYoloLayout(word: string): word is YoloLayout {
  return YOLO_LAYOUTS.some((layout) => layout === word)
}

/** Whether boxes are turned by an angle. */
export function isTurned(layout: YoloLayout): boolean {
  return layout.endsWith('-turned')
}

/** Whether the network answers objects, not anchors that are yet to compete. */
export function isFinished(layout: YoloLayout): boolean {
  return layout.startsWith('v10') || layout.startsWith('v26')
}

/** The least confidence that `default` stands for, where the model brings no value of its own. */
export function confidenceOf(layout: YoloLayout): number {
  return layout.startsWith('v26') ? 0.25 : 0.4
}

/** Facts from other sources than the network itself. */
export interface YoloKnown {
  readonly classCount?: number
  readonly task?: string
}

export interface RecognisedYolo {
  readonly layout: YoloLayout
  readonly task: YoloTask
  /** Unknown where objects come with the number of their class. */
  readonly classCount?: number
  readonly keypointCount?: number
}

/** Coefficients that a mask is mixed with. */
const COEFFICIENTS = 32
/** Models without suppression answer some hundred objects. */
const MOST_OBJECTS = 1000
const MOST_KEYPOINTS = 200

/**
 * The layout of a YOLO model by the names and shapes of its tensors; undefined when it is none. Classes and keypoints share an axis of
 * `v8`: without the number of classes, or the file's own words, a model with keypoints looks like one with more classes.
 */
export function yoloLayoutOf(signature: YoloSignature, known: YoloKnown = {}): RecognisedYolo | undefined {
  const { inputs, outputs } = signature
  const [image, ...others] = inputs
  const flat = outputs.filter(({ dims }) => dims.length === 3)
  const [boxes] = flat
  if (image?.dims.length !== 4 || others.length > 0 || boxes === undefined) return undefined
  const prototypes = outputs.findIndex(({ dims }) => dims.length === 4)
  const counts = anchorCounts(image)
  if (flat.length === 2 && prototypes < 0) return recogniseScored(flat, counts)
  if (flat.length > 1) return undefined
  const words = { ...known, ...spokenBy(signature), isNamed: hasWordsOfYolo(signature, boxes) }
  return recogniseBoxes(boxes, { ...words, counts, hasMasks: prototypes >= 0, isSeventh: prototypes === 4 })
}

/** Facts that tell layouts apart besides the lengths of the axes. */
interface Facts extends YoloKnown, Omit<Spoken, 'task'> {
  readonly counts: ReadonlySet<number | string>
  readonly isNamed: boolean
  readonly hasMasks: boolean
  /** The prototypes stand behind the raw heads. */
  readonly isSeventh: boolean
}

function recogniseBoxes({ dims }: NamedShape, facts: Facts): RecognisedYolo | undefined {
  const [, one = '', other = ''] = dims
  const isOnGrid = facts.counts.has(one) || facts.counts.has(other)
  if (!isOnGrid && !facts.isNamed) return undefined
  const finished = isOnGrid ? undefined : recogniseObjects(one, other, facts)
  return finished ?? recogniseAnchors(anchorsAlong(one, other, facts.counts), facts)
}

/** Finished objects. A model that has any number of anchors instead names the axis so. */
function recogniseObjects(count: number | string, numbers: number | string, facts: Facts): RecognisedYolo | undefined {
  if (typeof numbers !== 'number' || count === 'anchors' || Number(count) > MOST_OBJECTS) return undefined
  const version = facts.is26 ? 'v26' : 'v10'
  const extra = numbers - 6
  if (facts.hasMasks) return extra === COEFFICIENTS ? { layout: version, task: 'instance-segmentation' } : undefined
  if (extra === 0) return { layout: version, task: 'object-detection' }
  if (extra === 1) return { layout: `${version}-turned`, task: 'object-detection' }
  const keypointCount = keypointsIn(extra, facts)
  return keypointCount === undefined ? undefined : { layout: version, task: 'keypoint-detection', keypointCount }
}

interface Anchors {
  readonly numbers: number | string
  /** The anchors are the last axis, as in `v8`. */
  readonly isLast: boolean
  /** There may be three a cell, as in `v5`. */
  readonly mayBeTriple: boolean
}

/** Which of two axes counts the anchors: the one whose length fits the frame, the one of any length, or the longer one. */
function anchorsAlong(one: number | string, other: number | string, counts: Facts['counts']): Anchors {
  const isLast = counts.has(other) || typeof other === 'string' || (!counts.has(one) && Number(other) > Number(one))
  const anchors = isLast ? other : one
  const mayBeTriple = typeof anchors === 'string' || !counts.has(anchors) || counts.has(anchors / 3)
  return { numbers: isLast ? one : other, isLast, mayBeTriple }
}

function recogniseAnchors({ numbers, isLast, mayBeTriple }: Anchors, facts: Facts): RecognisedYolo | undefined {
  if (typeof numbers !== 'number') return undefined
  const behindBox = numbers - 4 - (facts.hasMasks ? COEFFICIENTS : 0)
  const { classCount, isTurned, task } = facts
  const mayHaveObjectness = !isLast && !isTurned && task !== 'keypoint-detection'
  // Without the number of classes, the 80 of COCO are a good guess.
  const hasObjectness = classCount === undefined ? mayBeTriple || behindBox === 81 : behindBox === classCount + 1
  return mayHaveObjectness && hasObjectness ? withObjectness(behindBox - 1, facts) : withClasses(behindBox, facts)
}

function withObjectness(classCount: number, { hasMasks, isSeventh }: Facts): RecognisedYolo | undefined {
  if (classCount < 1) return undefined
  if (!hasMasks) return { layout: 'v5', task: 'object-detection', classCount }
  return { layout: isSeventh ? 'v7-masks' : 'v5', task: 'instance-segmentation', classCount }
}

function withClasses(behindBox: number, facts: Facts): RecognisedYolo | undefined {
  const { classCount = behindBox - besidesClasses(facts) } = facts
  const extra = behindBox - classCount
  if (classCount < 1 || extra < 0) return undefined
  if (facts.hasMasks) return extra === 0 ? { layout: 'v8', task: 'instance-segmentation', classCount } : undefined
  if (extra === 0) return { layout: 'v8', task: 'object-detection', classCount }
  if (extra === 1) return { layout: 'v8-turned', task: 'object-detection', classCount }
  const keypointCount = keypointsIn(extra, facts)
  return keypointCount === undefined
    ? undefined
    : { layout: 'v8', task: 'keypoint-detection', classCount, keypointCount }
}

/** Numbers behind a box that are no classes, as far as the file tells. */
function besidesClasses({ isTurned, keypoints }: Facts): number {
  if (isTurned) return 1
  return keypoints === undefined ? 0 : keypoints.count * keypoints.numbers
}

function keypointsIn(extra: number, { keypoints }: Facts): number | undefined {
  const count = extra / (keypoints?.numbers ?? 3)
  return Number.isInteger(count) && count >= 1 && count <= MOST_KEYPOINTS ? count : undefined
}

function recogniseScored(flat: readonly NamedShape[], counts: Facts['counts']): RecognisedYolo | undefined {
  const [boxes, scores] = scoredBoxes(flat) ?? []
  const [anchors = '', classCount] = [boxes?.dims[1], scores?.dims[2]]
  if (typeof classCount !== 'number' || !counts.has(anchors)) return undefined
  return { layout: 'nas', task: 'object-detection', classCount }
}
