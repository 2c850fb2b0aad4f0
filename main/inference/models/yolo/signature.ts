/** An input or output as model files and open networks name it; an axis of any length is a word. */
export interface NamedShape {
  readonly name: string
  readonly dims: readonly (number | string)[]
}

/** A description of a model file or an open network. */
export interface YoloSignature {
  readonly inputs: readonly NamedShape[]
  readonly outputs: readonly NamedShape[]
  /** Of a file that Ultralytics exported: `task`, `description`, `kpt_shape`, `stride`. */
  readonly metadata?: Readonly<Record<string, string>>
}

export type YoloTask = 'object-detection' | 'instance-segmentation' | 'keypoint-detection'

/** The facts in the metadata of an export. */
export interface Spoken {
  readonly task?: YoloTask
  readonly keypoints?: { readonly count: number; readonly numbers: number }
  readonly isTurned: boolean
  readonly is26: boolean
}

const TASKS: Readonly<Record<string, YoloTask>> = {
  detect: 'object-detection',
  obb: 'object-detection',
  segment: 'instance-segmentation',
  pose: 'keypoint-detection',
}

export function spokenBy({ metadata = {} }: YoloSignature): Spoken {
  const task = TASKS[metadata['task'] ?? '']
  const [count, numbers] = (metadata['kpt_shape'] ?? '').match(/\d+/g)?.map(Number) ?? []
  return {
    ...(task && { task }),
    ...(count && numbers && { keypoints: { count, numbers } }),
    isTurned: metadata['task'] === 'obb',
    is26: /yolo[ -]?v?26/i.test(metadata['description'] ?? ''),
  }
}

/** Whether the names or the metadata are those of a YOLO export: many other networks answer three axes too. */
export function hasWordsOfYolo({ metadata = {} }: YoloSignature, { name }: NamedShape): boolean {
  return 'stride' in metadata || /^(output|\d)/i.test(name)
}

/** Steps between the anchors of a network, in pixels of its frame. */
const STRIDES = [
  [8, 16, 32],
  [8, 16, 32, 64],
  [4, 8, 16, 32],
]

/** How many anchors networks have over a frame of this size: one or three a cell. Empty for a frame of any size. */
export function anchorCounts({ dims: [, , height, width] }: NamedShape): ReadonlySet<number | string> {
  if (typeof height !== 'number' || typeof width !== 'number') return new Set()
  const cells = STRIDES.map((strides) =>
    strides.reduce((sum, stride) => sum + Math.ceil(height / stride) * Math.ceil(width / stride), 0),
  )
  return new Set(cells.flatMap((count) => [count, 3 * count]))
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
