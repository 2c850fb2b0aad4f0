import type { PlacedShape } from '#common/annotation/shape'
import type { ClassId, ProjectId } from '#common/ids'

/** A model's prediction for an image, settled by a person or not. */
export interface Said {
  readonly shape: PlacedShape
  readonly className: string
  /** 1 where the model did not tell. */
  readonly score: number
  readonly isSettled: boolean
}

export interface Labelled {
  readonly shape: PlacedShape
  readonly className: string
}

/** An image as it is judged. */
export interface JudgedImage {
  readonly seq: number
  /** Tells whether the image was changed while it was judged. */
  readonly revision: number
  readonly width: number
  readonly height: number
  readonly labels: readonly Labelled[]
  readonly said: readonly Said[]
  /** Descriptor of its look, or undefined where it has none. */
  readonly look: Uint8Array | undefined
}

/** How much a look at an image would tell; 0 is nothing. */
export interface Marks {
  /** Objects that models and labels do not agree on, weighed by how sure the models are. */
  readonly disagreement: number
  /** Labels that may be wrong. */
  readonly findings: number
  /** 1 − how alike it is to the likest labeled image; 0 of a labeled one. */
  readonly novelty: number
}

/** How large objects of a class are: the natural logarithm of their share of the image's area. */
export interface ClassSize {
  readonly classId: ClassId
  readonly logShares: readonly number[]
}

export interface TriageRepository {
  countUnjudged(project: ProjectId): Promise<number>
  countImages(project: ProjectId): Promise<number>
  /** In order, behind `after`: those that changed since they were judged, or all. */
  toJudge(project: ProjectId, window: JudgeWindow): Promise<JudgedImage[]>
  /** A spread sample of each class. */
  sizes(project: ProjectId): Promise<ClassSize[]>
  /** A spread sample of the descriptors of labeled images, and how many of these there are. */
  labelledLooks(project: ProjectId, most: number): Promise<{ readonly looks: Uint8Array[]; readonly labelled: number }>
  /** An image that was changed meanwhile stays to be judged. */
  mark(judged: readonly (Pick<JudgedImage, 'seq' | 'revision'> & Marks)[]): Promise<void>
}

export interface JudgeWindow {
  readonly after: number
  readonly limit: number
  readonly isAll: boolean
}
