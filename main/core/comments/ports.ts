import type { Comment, CommentPlace } from '#common/annotation/comment'
import type { CommentId, ImageId, ProjectId } from '#common/ids'

export interface CommentedImage {
  readonly projectId: ProjectId
  readonly image: ImageId
}

export interface NewComment {
  readonly id: CommentId
  readonly place: CommentPlace
  /** What it replies to; undefined when it begins a thread. */
  readonly parent: CommentId | undefined
  readonly text: string
  readonly by: string
  readonly at: Date
}

/** What was said at places of pictures. Each method is one transaction; false: the picture or the comment is not there. */
export interface CommentRepository {
  /** The oldest first, without those that were taken away. */
  list(of: CommentedImage): Promise<Comment[]>
  add(to: CommentedImage, comment: NewComment): Promise<boolean>
  /** Other words; nothing is changed that somebody else wrote. */
  edit(of: CommentedImage, id: CommentId, words: { readonly text: string; readonly by: string }): Promise<boolean>
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
