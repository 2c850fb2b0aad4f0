import { z } from 'zod'
import { CommentId } from '../ids.ts'

/** Maximum length of a comment or reply, in characters. */
export const MAX_COMMENT = 2000

/** Text of a person; `by` is empty when no name was given. */
const Words = z.object({
  id: CommentId,
  text: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  /** When the author last changed the text; null: never. */
  edited: z.iso.datetime().nullable(),
})
export type CommentWords = z.infer<typeof Words>

export const Comment = Words.extend({
  /** In pixels of the displayed image; null for a comment on the whole image. */
  place: z.object({ x: z.number(), y: z.number() }).nullable(),
  /** Null while it is open. */
  resolved: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  /** Oldest first. */
  replies: z.array(Words),
})
export type Comment = z.infer<typeof Comment>
export type CommentPlace = Comment['place']

/** Returns all comments and replies. */
export function wordsIn(comments: readonly Comment[]): CommentWords[] {
  return comments.flatMap((comment) => [comment, ...comment.replies])
}
