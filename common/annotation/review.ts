import { z } from 'zod'

/** Review state of an image. `none`: not done yet. `waiting`: done, and not reviewed since. */
export const ReviewState = z.enum(['none', 'waiting', 'approved', 'rejected'])
export type ReviewState = z.infer<typeof ReviewState>

/** States of done images, for filters. */
export const Reviewed = ReviewState.exclude(['none'])
export type Reviewed = z.infer<typeof Reviewed>

export const Verdict = z.enum(['approved', 'rejected'])
export type Verdict = z.infer<typeof Verdict>

/** Maximum length of a rejection's reason, in characters. */
export const MAX_REASON = 300

/** A verdict as the reviewer gives it; an approval has no reason. */
export const GivenVerdict = z.object({
  verdict: Verdict,
  reason: z.string().trim().max(MAX_REASON),
})
export type GivenVerdict = z.infer<typeof GivenVerdict>

/** Latest verdict on an image. While the image waits after a rejection, it is that rejection. */
export const Review = z.object({
  state: ReviewState,
  reason: z.string(),
  /** Name of the reviewer; empty when none was given. */
  by: z.string(),
  /** Null without a verdict. */
  at: z.iso.datetime().nullable(),
})
export type Review = z.infer<typeof Review>

export const UNREVIEWED: Review = { state: 'none', reason: '', by: '', at: null }

/** Stored value. `answered`: rejected and marked as done since. Empty: no verdict applies any more. */
export const StoredReview = z.enum(['', 'approved', 'rejected', 'answered'])
export type StoredReview = z.infer<typeof StoredReview>

export function reviewState(stored: StoredReview, isDone: boolean): ReviewState {
  if (stored === 'approved' || stored === 'rejected') return stored
  return isDone ? 'waiting' : 'none'
}

/** Returns the review after an edit: an approval is void, because it was of the old annotations; a rejection stays. */
export function reviewAfterEdit(review: Review, isDone: boolean): Review {
  if (review.state === 'rejected') return review
  const said = review.state === 'approved' ? UNREVIEWED : review
  return { ...said, state: isDone ? 'waiting' : 'none' }
}

/**
 * Returns the review after the image was marked as done or not done: a rejected image that is done again waits, with
 * its reason.
 */
export function reviewAfterState(review: Review, isDone: boolean): Review {
  return isDone && review.state === 'rejected' ? { ...review, state: 'waiting' } : reviewAfterEdit(review, isDone)
}
