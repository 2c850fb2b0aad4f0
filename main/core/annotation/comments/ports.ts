import type { Comment, CommentPlace } from '#common/annotation/comment'
import type { CommentId, ImageId, ProjectId } from '#common/ids'

export interface CommentedImage {
  readonly projectId: ProjectId
  readonly image: ImageId
}

export interface NewComment {
  readonly id: CommentId
  readonly place: CommentPlace
  /** The comment it replies to; undefined when it begins a thread. */
  readonly parent: CommentId | undefined
  readonly text: string
  readonly by: string
  readonly at: Date
}

export interface NewWords {
  readonly text: string
  readonly by: string
  readonly at: Date
}

/** The edit of a comment by its author. */
export interface CommentEdit {
  readonly by: string
  /** When it was made. */
  readonly edited: Date
}

/** Comments at places of images. Each method is one transaction; false: the image or the comment is not there. */
export interface CommentRepository {
  /** The oldest first, without those that were taken away. */
  list(of: CommentedImage): Promise<Comment[]>
  add(to: CommentedImage, comment: NewComment): Promise<boolean>
  /** Other words, marked as such; nothing is changed that somebody else wrote. */
  edit(of: CommentedImage, id: CommentId, words: NewWords): Promise<boolean>
  /** Also false: that was not its last edit. */
  undoEdit(of: CommentedImage, id: CommentId, edit: CommentEdit): Promise<boolean>
  /** Null opens it again. */
  resolve(
    of: CommentedImage,
    id: CommentId,
    resolved: { readonly by: string; readonly at: Date } | null,
  ): Promise<boolean>
  /** Keeps it aside, with its replies. */
  remove(of: CommentedImage, id: CommentId, at: Date): Promise<boolean>
  restore(of: CommentedImage, id: CommentId): Promise<boolean>
}
