/**
 * How the tensors of a YOLO model lie. N counts pictures, A anchors, C classes, M objects, k the keypoints of an object.
 *
 * | layout                     | boxes                                                     | with masks             | with keypoints |
 * |----------------------------|-----------------------------------------------------------|------------------------|----------------|
 * | `v5` (v5, v7)              | [N, A, 5 + C]: centred box, objectness, classes           | + 32, [N, 32, h, w]    | -              |
 * | `v7-masks`                 | the same                                                  | + 32, the fifth output | -              |
 * | `v8` (v8, v9, 11, 12)      | [N, 4 + C, A]: centred box, classes                       | + 32, [N, 32, h, w]    | + 3k           |
 * | `v8-turned`                | [N, 4 + C + 1, A]: centred box, classes, angle            | -                      | -              |
 * | `nas`                      | [N, A, 4]: corners, and [N, A, C]                         | -                      | -              |
 * | `v10`, `v26`               | [N, M, 6]: corners, confidence, number of the class       | + 32, [N, 32, h, w]    | + 3k           |
 * | `v10-turned`, `v26-turned` | [N, M, 7]: centred box, confidence, number of the class, angle | -                 | -              |
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

export type YoloTask = 'object-detection' | 'instance-segmentation' | 'keypoint-detection'

/** An input or output as model files and open networks name it; an axis of any length is a word. */
export interface NamedShape {
  readonly name: string
  readonly dims: readonly (number | string)[]
}

/** What a model file or an open network says of itself. */
export interface YoloSignature {
  readonly inputs: readonly NamedShape[]
  readonly outputs: readonly NamedShape[]
  /** Of a file that Ultralytics exported: `task`, `description`, `kpt_shape`, `stride`. */
  readonly metadata?: Readonly<Record<string, string>>
}

/** What is known from elsewhere. */
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

/** What `default` stands for as the least confidence, where the model brings no value of its own. */
export function confidenceOf(layout: YoloLayout): number {
  return layout.startsWith('v26') ? 0.25 : 0.4
}

/** Coefficients that a mask is mixed with. */
const COEFFICIENTS = 32
/** Models without suppression answer some hundred rows. */
const MOST_ROWS = 1000
const MOST_KEYPOINTS = 200

/**
 * The layout of a YOLO model by the names and shapes of its tensors; undefined when it is none. Classes and keypoints share an axis of
 * `v8`: without the number of classes, or the file's own words, a model with keypoints looks like one with more classes.
 */
export function yoloLayoutOf(signature: YoloSignature, known: YoloKnown = {}): RecognisedYolo | undefined {
  const { inputs, outputs } = signature
  const flat = outputs.filter(({ dims }) => dims.length === 3)
  const [picture, ...others] = inputs
  const [boxes] = flat
  if (picture?.dims.length !== 4 || others.length > 0 || boxes === undefined) return undefined
  const counts = anchorCounts(picture.dims)
  const hasPrototypes = outputs.some(({ dims }) => dims.length === 4)
  if (flat.length === 2 && !hasPrototypes) return recogniseNas(flat, counts)
  if (flat.length !== 1) return undefined
  const facts = { ...known, ...spoken(signature), hasPrototypes, hasOwnWords: hasOwnWords(signature, boxes) }
  const isSeventh = outputs.length >= 5 && outputs[4]?.dims.length === 4 && outputs[1]?.dims.length !== 4
  return recogniseOne(boxes.dims, counts, { ...facts, isSeventh })
}

/** What tells layouts apart besides the lengths of the axes. */
interface Facts extends YoloKnown {
  readonly hasPrototypes: boolean
  /** The names or the metadata are those of a YOLO export, not of any network that answers three axes. */
  readonly hasOwnWords: boolean
  /** The prototypes are the fifth output, behind the raw heads. */
  readonly isSeventh: boolean
  readonly keypoints?: { readonly count: number; readonly numbers: number }
  readonly isTurned: boolean
  readonly is26: boolean
}

type Dims = readonly (number | string)[]

function recogniseOne(dims: Dims, counts: ReadonlySet<number>, facts: Facts): RecognisedYolo | undefined {
  const [, one = '', other = ''] = dims
  const isGrid = (dim: number | string) => typeof dim === 'number' && counts.has(dim)
  if (!isGrid(one) && !isGrid(other)) {
    if (!facts.hasOwnWords) return undefined
    const rows = recogniseRows(one, other, facts)
    if (rows !== undefined) return rows
  }
  const isLast = isGrid(other) || typeof other === 'string' || (!isGrid(one) && Number(other) > Number(one))
  const [anchors, numbers] = isLast ? [other, one] : [one, other]
  if (typeof numbers !== 'number') return undefined
  const hasObjectness = !isLast && isObjectnessBeside(numbers, { isTriple: isTriple(anchors, counts), ...facts })
  return hasObjectness ? recogniseObjectness(numbers, facts) : recogniseAnchors(numbers, facts)
}

/** Rows of finished objects. A model whose anchors may be any number names that axis. */
function recogniseRows(count: number | string, numbers: number | string, facts: Facts): RecognisedYolo | undefined {
  if (typeof numbers !== 'number' || count === 'anchors' || Number(count) > MOST_ROWS) return undefined
  const version = facts.is26 ? 'v26' : 'v10'
  if (facts.hasPrototypes) {
    return numbers === 6 + COEFFICIENTS ? { layout: version, task: 'instance-segmentation' } : undefined
  }
  if (numbers === 6) return { layout: version, task: 'object-detection' }
  if (numbers === 7) return { layout: `${version}-turned`, task: 'object-detection' }
  const keypointCount = (numbers - 6) / (facts.keypoints?.numbers ?? 3)
  if (!Number.isInteger(keypointCount) || keypointCount < 1 || keypointCount > MOST_KEYPOINTS) return undefined
  return { layout: version, task: 'keypoint-detection', keypointCount }
}

/** Of anchors in rows the number of classes tells whether an objectness stands before them; without it, how many anchors a cell has. */
function isObjectnessBeside(numbers: number, { classCount, hasPrototypes, isTriple, task, isTurned }: Facts & Triple) {
  if (task === 'keypoint-detection' || isTurned) return false
  const classes = numbers - (hasPrototypes ? COEFFICIENTS : 0) - 4
  return classCount === undefined ? isTriple || classes === 81 : classes === classCount + 1
}

interface Triple {
  readonly isTriple: boolean
}

function recogniseObjectness(numbers: number, { hasPrototypes, isSeventh }: Facts): RecognisedYolo | undefined {
  const classCount = numbers - 5 - (hasPrototypes ? COEFFICIENTS : 0)
  if (classCount < 1) return undefined
  if (!hasPrototypes) return { layout: 'v5', task: 'object-detection', classCount }
  return { layout: isSeventh ? 'v7-masks' : 'v5', task: 'instance-segmentation', classCount }
}

function recogniseAnchors(numbers: number, facts: Facts): RecognisedYolo | undefined {
  const beside = numbers - 4
  const { classCount = beside - besidesClasses(facts) } = facts
  const extra = beside - classCount
  if (classCount < 1 || extra < 0) return undefined
  if (facts.hasPrototypes) {
    return extra === COEFFICIENTS ? { layout: 'v8', task: 'instance-segmentation', classCount } : undefined
  }
  if (extra === 0) return { layout: 'v8', task: 'object-detection', classCount }
  if (extra === 1) return { layout: 'v8-turned', task: 'object-detection', classCount }
  const keypointCount = extra / (facts.keypoints?.numbers ?? 3)
  return Number.isInteger(keypointCount)
    ? { layout: 'v8', task: 'keypoint-detection', classCount, keypointCount }
    : undefined
}

/** Numbers of an anchor that are no classes, as far as the file tells. */
function besidesClasses({ hasPrototypes, isTurned, keypoints }: Facts): number {
  if (hasPrototypes) return COEFFICIENTS
  if (isTurned) return 1
  return keypoints === undefined ? 0 : keypoints.count * keypoints.numbers
}

function recogniseNas(flat: readonly NamedShape[], counts: ReadonlySet<number>): RecognisedYolo | undefined {
  const [boxes, scores] = scoredBoxes(flat) ?? []
  const [anchors, classCount] = [boxes?.dims[1], scores?.dims[2]]
  if (typeof anchors !== 'number' || typeof classCount !== 'number' || !counts.has(anchors)) return undefined
  return { layout: 'nas', task: 'object-detection', classCount }
}

/** Boxes and scores of the same anchors, whichever comes first. */
export function scoredBoxes(
  outputs: readonly NamedShape[],
): readonly [boxes: NamedShape, scores: NamedShape] | undefined {
  const [one, other] = outputs
  if (one === undefined || other === undefined || one.dims[1] !== other.dims[1]) return undefined
  if (one.dims[2] === 4) return [one, other]
  return other.dims[2] === 4 ? [other, one] : undefined
}

/** Steps between the anchors of a network, in pixels of its frame. */
const STRIDES = [
  [8, 16, 32],
  [8, 16, 32, 64],
  [4, 8, 16, 32],
]

/** How many anchors networks have over a frame of this size: one or three a cell. Empty for a frame of any size. */
function anchorCounts([, , height, width]: Dims): ReadonlySet<number> {
  if (typeof height !== 'number' || typeof width !== 'number') return new Set()
  const cells = STRIDES.map((strides) =>
    strides.reduce((sum, stride) => sum + Math.ceil(height / stride) * Math.ceil(width / stride), 0),
  )
  return new Set(cells.flatMap((count) => [count, 3 * count]))
}

/** Three anchors a cell, as `v5` has them; also where the anchors may be any number. */
function isTriple(anchors: number | string, counts: ReadonlySet<number>): boolean {
  return typeof anchors === 'string' || !counts.has(anchors) || counts.has(anchors / 3)
}

function hasOwnWords({ metadata = {} }: YoloSignature, { name }: NamedShape): boolean {
  return 'stride' in metadata || /^(output|\d)/i.test(name)
}

const TASKS: Readonly<Record<string, YoloTask>> = {
  detect: 'object-detection',
  obb: 'object-detection',
  segment: 'instance-segmentation',
  pose: 'keypoint-detection',
}

/** What the metadata of an export says. */
function spoken({ metadata = {} }: YoloSignature) {
  const task = TASKS[metadata['task'] ?? '']
  const [count, numbers] = (metadata['kpt_shape'] ?? '').match(/\d+/g)?.map(Number) ?? []
  return {
    ...(task && { task }),
    ...(count && numbers && { keypoints: { count, numbers } }),
    isTurned: metadata['task'] === 'obb',
    is26: /yolo[ -]?v?26/i.test(metadata['description'] ?? ''),
  }
}
