import type { Box } from '#common/geometry/box'
import type { ImagePoint } from '#common/geometry/space'
import type { Prediction, PromptedMask } from '#common/inference/prediction'

/** An image that a model is to look at. */
export type ImageSource =
  /** A file of the library, by its absolute path. */
  | {
      readonly kind: 'file'
      readonly path: string
      /** This part alone, in whole pixels of the displayed image. */
      readonly crop?: Box
    }
  /** The bytes of an image file. */
  | { readonly kind: 'encoded'; readonly bytes: Uint8Array }
  /** A pickled numpy array: three dimensions, channels last, values 0…255. */
  | { readonly kind: 'pickled'; readonly bytes: Uint8Array }

/** Steps of the model's own preprocessing that a request switches off. */
export interface SkippedSteps {
  readonly autoOrient: boolean
  readonly contrast: boolean
  readonly grayscale: boolean
  readonly staticCrop: boolean
}

/** A number, or one of the values that came with the model. */
export type ConfidenceWish = number | 'best' | 'default'

export interface PredictOptions {
  readonly confidence: ConfidenceWish
  readonly iouThreshold: number
  readonly classAgnostic: boolean
  /** Only these classes are answered. */
  readonly classFilter?: readonly string[]
  readonly maxDetections: number
  readonly maxCandidates: number
  readonly keypointConfidence: number
  /** Size at which masks are decoded: that of the image, that of the network's own, or between them by `tradeoff` from 0 to 1. */
  readonly maskDecoding: { readonly mode: 'accurate' | 'fast' | 'tradeoff'; readonly tradeoff: number }
  /**
   * `polygon` runs along the edges of pixels and covers what the mask covers; `contour` runs through the centers of the pixels at its
   * border, as clients of the inference server expect.
   */
  readonly maskFormat: 'polygon' | 'contour' | 'rle'
  readonly skip: SkippedSteps
  /** Asks for a JPEG of each image with what was found drawn on it; stroke in pixels. */
  readonly draw?: { readonly stroke: number; readonly labels: boolean }
}

/** Prompt for a mask, in pixels of the displayed image. */
export interface MaskPrompt {
  readonly box?: Box
  readonly points: readonly { readonly at: ImagePoint; readonly positive: boolean }[]
}

/** A prompt for all objects of a kind: words, examples, or both. */
export interface ConceptPrompt {
  readonly text?: string
  readonly boxes: readonly { readonly box: Box; readonly positive: boolean }[]
  /** Least confidence of an answer. */
  readonly threshold: number
}

export interface Timed {
  /** Of the whole operation in the model's process. */
  readonly seconds: number
}

/** An image of which an embedding is kept, or to be kept, under a name. */
export interface NamedImage {
  readonly image?: ImageSource
  readonly imageId?: string
  /** Where its embedding is kept over restarts; absent: in memory alone. */
  readonly keptIn?: EmbeddingPlace
}

/** A file, by its name in a folder whose files together take so many bytes at most. */
export interface EmbeddingPlace {
  readonly folder: string
  readonly name: string
  readonly mostBytes: number
}

export type MaskFormat = 'polygon' | 'rle' | 'npz'

interface ReadWord {
  readonly text: string
  readonly box: Box
  /** How sure it is of the letters. */
  readonly confidence: number
  /** How sure an engine that first finds words is that there is one; the inference server answers this as the confidence. */
  readonly objectness?: number
}

/** Operations of the families of models, with their input and output. Arrays answer arrays, in the same order. */
export interface Operations {
  predict: {
    readonly input: { readonly images: readonly ImageSource[]; readonly options: PredictOptions }
    readonly output: readonly { readonly prediction: Prediction; readonly drawing?: Uint8Array }[]
  }
  'embed-images': {
    readonly input: { readonly images: readonly ImageSource[] }
    /** The raw output of the network, a row an image. */
    readonly output: readonly (readonly number[])[]
  }
  'embed-texts': {
    readonly input: { readonly texts: readonly string[] }
    readonly output: readonly (readonly number[])[]
  }
  /** Finds objects by the names of their classes. */
  ground: {
    readonly input: {
      readonly images: readonly ImageSource[]
      readonly classes: readonly string[]
      readonly boxThreshold: number
      readonly textThreshold: number
      readonly classAgnostic: boolean
      readonly skip: SkippedSteps
    }
    readonly output: readonly Extract<Prediction, { kind: 'objects' }>[]
  }
  'read-text': {
    readonly input: { readonly images: readonly ImageSource[] }
    readonly output: readonly {
      readonly size: { readonly width: number; readonly height: number }
      /** Words joined by single spaces. */
      readonly text: string
      readonly words: readonly ReadWord[]
      /** The engine that read, such as `doctr` or `tesseract`. */
      readonly engine: string
    }[]
  }
  /** Computes and keeps the embedding of an image. */
  'prepare-image': {
    readonly input: NamedImage
    readonly output: { readonly imageId: string }
  }
  segment: {
    readonly input: NamedImage & {
      readonly prompts: readonly MaskPrompt[]
      readonly saveLogits: boolean
      readonly loadLogits: boolean
      readonly format: MaskFormat
      /** Every guess at each prompt instead of the best, for the studio; best first. */
      readonly allCandidates?: boolean
    }
    readonly output: {
      readonly imageId: string
      readonly size: { readonly width: number; readonly height: number }
      /** One list a prompt; empty for `npz`. */
      readonly masks: readonly (readonly PromptedMask[])[]
      /** The archive with `masks` and `low_res_masks`, for `npz`. */
      readonly archive?: Uint8Array
    }
  }
  'segment-concepts': {
    readonly input: NamedImage & {
      readonly prompts: readonly ConceptPrompt[]
      /** Over the masks of all prompts together; undefined keeps all. */
      readonly nmsIouThreshold?: number
      readonly format: 'polygon' | 'rle'
    }
    /** One list a prompt, best first. */
    readonly output: readonly (readonly PromptedMask[])[]
  }
}

export type OperationName = keyof Operations
export type InputOf<Name extends OperationName> = Operations[Name]['input']
export type OutputOf<Name extends OperationName> = Operations[Name]['output']
