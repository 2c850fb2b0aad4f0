import type { Box } from '../geometry/box.ts'
import type { Ring, Rings } from '../geometry/polygon.ts'
import type { Size } from '../geometry/space.ts'

/** Answer of a model about an image. All coordinates are pixels of the displayed image, all confidences 0…1. */
export type Prediction =
  | { readonly kind: 'objects'; readonly size: Size; readonly objects: readonly DetectedObject[] }
  | SingleLabel
  | MultiLabel
  | SemanticMap

export interface ClassScore {
  readonly className: string
  /** Place of the class in the model's list. */
  readonly classIndex: number
  readonly confidence: number
}

/** An object that was found. Which of the optional parts it has follows from the task of the model. */
export interface DetectedObject extends ClassScore {
  readonly box: Box
  /** Corners of the turned box, from models that turn them; `box` lies around it. */
  readonly corners?: Ring
  readonly mask?: DetectedMask
  readonly keypoints?: readonly DetectedKeypoint[]
}

export type DetectedMask =
  /** The outer outline with the most vertices; no vertices for an empty mask. */
  | { readonly format: 'polygon'; readonly ring: Ring }
  /** COCO's run lengths as text, for the whole image. */
  | { readonly format: 'rle'; readonly size: Size; readonly counts: string }

export interface DetectedKeypoint {
  readonly x: number
  readonly y: number
  readonly confidence: number
  /** Place of the point in its class. */
  readonly index: number
  readonly name: string
}

/** One class for the whole image: those over the threshold, best first. */
export interface SingleLabel {
  readonly kind: 'class'
  readonly size: Size
  readonly scores: readonly ClassScore[]
}

/** Any number of classes for the whole image. */
export interface MultiLabel {
  readonly kind: 'classes'
  readonly size: Size
  /** Every class of the model. */
  readonly scores: readonly ClassScore[]
  /** Names of those over the threshold. */
  readonly chosen: readonly string[]
}

/** A class for every pixel. */
export interface SemanticMap {
  readonly kind: 'semantic'
  readonly size: Size
  /** 8-bit gray PNG whose values are places in `classNames`. */
  readonly classes: Uint8Array
  /** 8-bit gray PNG: confidence × 255. */
  readonly confidences: Uint8Array
  readonly classNames: readonly string[]
  readonly present: readonly number[]
}

/** A mask that answers a prompt. */
export interface PromptedMask {
  readonly confidence: number
  readonly mask: { readonly format: 'polygon'; readonly rings: Rings } | Extract<DetectedMask, { format: 'rle' }>
}
