import type { Box } from '#common/geometry/box'
import type { Rings } from '#common/geometry/polygon'
import type { ImagePoint } from '#common/geometry/space'
import type { BlobHash } from '#common/ids'

/** The image a prompt is about. Width and height are those of the displayed (EXIF-oriented) image, in pixels. */
export interface SegmentImage {
  readonly hash: BlobHash
  /** Absolute path of the original file. */
  readonly path: string
  readonly width: number
  readonly height: number
  /** Only this part is meant, in whole pixels inside the frame; an engine may then look at it more closely. */
  readonly crop?: Box
}

/** A person's prompt, in image pixels: clicks that belong to the object or do not, and perhaps a box around it. */
export interface SegmentPrompt {
  readonly points: readonly { readonly at: ImagePoint; readonly positive: boolean }[]
  readonly box?: Box
  /** The best guess alone is wanted, quickly. */
  readonly isPreview?: boolean
  /** The prompts go on from the best guess at the ones before. */
  readonly goesOn?: boolean
}

/** One guess at the object. Rings are image pixels under the even-odd rule, already inside the frame. */
export interface SegmentCandidate {
  readonly extent: 'whole' | 'part' | 'smaller'
  readonly rings: Rings
  /** Stability of the cut, 0…1: how little the mask changes when the threshold moves. */
  readonly score: number
}

export type SegmentAnswer = SegmentFindings & {
  /** Why another engine than the one that is wanted answered. */
  readonly fault?: SegmentFault
}

type SegmentFindings =
  | { readonly kind: 'found'; readonly candidates: readonly SegmentCandidate[] }
  | { readonly kind: 'nothing-found' }

export interface SegmentFault {
  readonly model: string
  readonly reason: 'out-of-memory' | 'broken' | 'cannot'
}

/** Engine that made an image ready, and its outcome. */
export interface Prepared {
  readonly engine: string
  /** The image is embedded, and will be ready at once when it is opened again. */
  readonly hasEmbeddings: boolean
  readonly fault?: SegmentFault
}

/**
 * An engine that cuts one object out of an image. The classic engine needs no weights; SAM models stand behind the same port.
 * A newer call for the same image supersedes an older one through its signal.
 */
export interface PromptableSegmenter {
  /** The name a person sees beside the tool. */
  readonly name: string
  /** Decodes (and for a network: embeds) the image ahead of the first click. */
  prepare(image: SegmentImage, signal: AbortSignal): Promise<Prepared>
  /** Images among those given whose embedding is kept. */
  prepared(images: readonly SegmentImage[]): Promise<readonly SegmentImage[]>
  /** Candidates best first. Rejects with the signal's reason when superseded. */
  segment(image: SegmentImage, prompt: SegmentPrompt, signal: AbortSignal): Promise<SegmentAnswer>
  close(): Promise<void>
}
