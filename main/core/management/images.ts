import type { WantedTagging } from '../dataset/tagging/rules.ts'
import type { TaggingUpdate } from '../dataset/tagging/service.ts'
import type { UploadedImage } from './model.ts'
import type { Outcome } from './outcome.ts'

/** How an upload says that the image is there already; its name follows. */
export const DUPLICATE_PREFIX = 'The project holds this image already, as '

/** Operations on images besides annotating them. */
export interface ImageOperations {
  /** Fetches an image from an http or https address and takes it in. Without a name it goes by that in the address. */
  uploadFrom(project: string, url: string, about: ImageAbout): Outcome<UploadedImage>
  /** Answers all tags that the image has then, in alphabetical order. */
  editTags(project: string, image: string, edit: TagEdit): Outcome<readonly string[]>
  /** Changes tags and metadata of an image, in whichever project it is. */
  edit(image: string, wanted: WantedTagging): Outcome<undefined>
  /** Identifier of the task that changes at most 1000 images. Its result counts those that it could not find. */
  editMany(updates: readonly TaggingUpdate[]): Outcome<string>
  /** Puts all images in the project's trash, or none when one of them is not there. */
  trash(project: string, images: readonly string[]): Outcome<undefined>
  /** Deletes for good those that belong to no project: they lie in the trash, and no version was made from them. */
  purge(images: readonly string[]): Outcome<PurgedImages>
}

/** How many images are gone, and how many were left where they are or never existed. */
export interface PurgedImages {
  readonly deleted: number
  readonly skipped: number
}

/** Facts that a caller states about an image, in the texts that they came in. */
export interface ImageAbout {
  readonly name: string
  /** `train` when absent. */
  readonly split?: string | undefined
  readonly batch?: string | undefined
  readonly tags?: readonly string[] | undefined
  /** JSON text of an object of texts, numbers, true and false. */
  readonly metadata?: string | undefined
  /** Place in a sequence of images, from 0, and the sequence's length; digits. */
  readonly sequenceNumber?: string | undefined
  readonly sequenceSize?: string | undefined
  /** The inference that the image was sent to before. */
  readonly inferenceId?: string | undefined
}

export interface TagEdit {
  /** `set` leaves the image with exactly these tags. */
  readonly operation: 'add' | 'remove' | 'set'
  readonly tags: readonly string[]
}
