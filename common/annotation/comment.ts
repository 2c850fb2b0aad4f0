import { z } from 'zod'
import { CommentId } from '../ids.ts'

/** Longest text of a comment or a reply, in characters. */
export const MAX_COMMENT = 2000

/** A person's words; `by` is empty when nobody told. */
const Words = z.object({
  id: CommentId,
  text: z.string(),
  by: z.string(),
  at: z.iso.datetime(),
  /** When its author changed the words last; null: never. */
  edited: z.iso.datetime().nullable(),
})
export type CommentWords = z.infer<typeof Words>

export const Comment = Words.extend({
  /** Pixels of the displayed image; null: about the whole image. */
  place: z.object({ x: z.number(), y: z.number() }).nullable(),
  /** Null while it is open. */
  resolved: z.object({ by: z.string(), at: z.iso.datetime() }).nullable(),
  /** The oldest first. */
  replies: z.array(Words),
})
export type Comment = z.infer<typeof Comment>
export type CommentPlace = Comment['place']

/** Comments and replies alike. */
export function wordsIn(comments: readonly Comment[]): CommentWords[] {
  return comments.flatMap((comment) => [comment, ...comment.replies])
}
