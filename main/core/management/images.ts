import type { WantedTagging } from '../tagging/rules.ts'
import type { TaggingUpdate } from '../tagging/service.ts'
import type { Outcome } from './outcome.ts'

/** What can be done with pictures besides labelling them. */
export interface ImageOperations {
  /** Answers all tags that the picture has then, in alphabetical order. */
  editTags(project: string, image: string, edit: TagEdit): Outcome<readonly string[]>
  /** Changes tags and metadata of a picture, in whichever project it is. */
  edit(image: string, wanted: WantedTagging): Outcome<undefined>
  /** Identifier of the task that changes at most 1000 pictures. Its result counts those that it could not find. */
  editMany(updates: readonly TaggingUpdate[]): Outcome<string>
}

export interface TagEdit {
  /** `set` leaves the picture with exactly these tags. */
  readonly operation: 'add' | 'remove' | 'set'
  readonly tags: readonly string[]
}
