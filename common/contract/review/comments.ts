import { z } from 'zod'
import { Comment } from '../../annotation/comment.ts'
import { CommentId } from '../../ids.ts'
import { ImageRef, onProject } from '../kit.ts'

const By = z.object({ by: z.string().trim().max(100) })
const Said = By.extend({ text: z.string() })
const CommentRef = ImageRef.extend({ comment: CommentId })

/** Each returns the comments of the image afterwards, oldest first. */
export const commentsContract = {
  list: onProject('image:read').input(ImageRef).output(z.array(Comment)),
  add: onProject('image:annotate')
    .input(ImageRef.extend({ ...Said.shape, place: Comment.shape.place }))
    .output(z.array(Comment)),
  reply: onProject('image:annotate').input(CommentRef.extend(Said.shape)).output(z.array(Comment)),
  /** Changes the text of a comment or reply; only its author may. */
  edit: onProject('image:annotate').input(CommentRef.extend(Said.shape)).output(z.array(Comment)),
  /** The words before the edit of that moment, and no mark of it; refused when they were changed again since. */
  undoEdit: onProject('image:annotate')
    .input(CommentRef.extend({ ...By.shape, edited: z.iso.datetime() }))
    .output(z.array(Comment)),
  resolve: onProject('image:annotate')
    .input(CommentRef.extend({ ...By.shape, isResolved: z.boolean() }))
    .output(z.array(Comment)),
  /** A comment with its replies, or one reply. Undone by `restore`. */
  remove: onProject('image:annotate').input(CommentRef).output(z.array(Comment)),
  restore: onProject('image:annotate').input(CommentRef).output(z.array(Comment)),
}
