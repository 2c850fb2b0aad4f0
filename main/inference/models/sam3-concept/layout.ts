import type { Size } from '#common/geometry/space'
import type { ModelInput } from '#common/inference/manifest'
import type { Session, Tensor, Tensors } from '../../host/session.ts'
import type { Framed } from '../../images/image.ts'
import type { Grid } from '../../masks/surface.ts'
import type { NetworkShape } from '../kit/network-shape.ts'

/** The networks of SAM 3 that find objects by concepts. */
export const CONCEPT_ROLES = ['vision', 'text', 'detector', 'geometry'] as const
export type ConceptRole = (typeof CONCEPT_ROLES)[number]

/** Networks by the names of their files. */
export type NetworkShapes = Readonly<Record<string, NetworkShape>>

/** Boxes of a prompt in shares of the image. */
export interface Example {
  readonly centreX: number
  readonly centreY: number
  readonly width: number
  readonly height: number
  readonly positive: boolean
}

/** A phrase as the text network answered it; its tensors may be read, and are copied before they go to another network. */
export interface Phrase {
  readonly outputs: Tensors
  /** Which tokens are no padding, `[1, tokens]`. */
  readonly tokens: { readonly dims: readonly number[]; readonly mask: Int32Array }
}

/** A question to the detector. */
export interface Question {
  readonly phrase: Phrase
  readonly examples: readonly Example[]
  /** Of the image, in pixels. */
  readonly size: Size
  readonly detector: NetworkShape
  /** Runs the network of boxes on the image, where there is one. */
  runGeometry(inputs: Tensors): Promise<Tensors>
}

/** An object that the detector may have found. Its grid lies over the whole image. */
export interface FoundObject {
  readonly score: number
  readonly grid: Grid
}

/** How one export of SAM 3 is cut into networks. One file each, listed in `layouts.ts`. */
export interface ConceptLayout {
  readonly id: string
  /** The network for each role; undefined when the networks are another layout. */
  rolesIn(networks: NetworkShapes): Partial<Record<ConceptRole, string>> | undefined
  /** The padding of tokens: the end mark, or 0. */
  readonly padding: 'end' | 'zero'
  /** Whether objects can be shown by boxes. */
  readonly takesExamples: boolean
  /** The pixels as the vision network takes them. */
  image(framed: Framed, input: ModelInput, vision: Pick<Session, 'inputs'>): Tensor
  /** Inputs of the detector besides the image. */
  inputs(question: Question): Promise<Tensors> | Tensors
  read(outputs: Tensors): readonly FoundObject[]
}

/** The phrase of a prompt that only shows boxes: the word that SAM 3 was trained with. */
export const WORD_FOR_BOXES = 'visual'
