import { z } from 'zod'

/**
 * Where an image stands with those who review. `none`: nobody is through with it. `waiting`: done, and not looked at since.
 */
export const ReviewState = z.enum(['none', 'waiting', 'approved', 'rejected'])
export type ReviewState = z.infer<typeof ReviewState>

/** Of images that somebody was through with: what they can be filtered by. */
export const Reviewed = ReviewState.exclude(['none'])
export type Reviewed = z.infer<typeof Reviewed>

export const Verdict = z.enum(['approved', 'rejected'])
export type Verdict = z.infer<typeof Verdict>

/** Longest reason of a rejection, in characters. */
export const MAX_REASON = 300

/** A verdict as somebody gives it; an approval has no reason. */
export const GivenVerdict = z.object({
  verdict: Verdict,
  reason: z.string().trim().max(MAX_REASON),
})
export type GivenVerdict = z.infer<typeof GivenVerdict>

/** Latest verdict on an image. While the image waits after a rejection, that of the rejection. */
export const Review = z.object({
  state: ReviewState,
  reason: z.string(),
  /** Name of the reviewer; empty when nobody told. */
  by: z.string(),
  /** Null when nothing is said. */
  at: z.iso.datetime().nullable(),
})
export type Review = z.infer<typeof Review>

export const UNREVIEWED: Review = { state: 'none', reason: '', by: '', at: null }

/** As it is stored: `answered` was rejected and marked as done since; empty: nothing that was said still holds. */
export const StoredReview = z.enum(['', 'approved', 'rejected', 'answered'])
export type StoredReview = z.infer<typeof StoredReview>

export function reviewState(stored: StoredReview, isDone: boolean): ReviewState {
  if (stored === 'approved' || stored === 'rejected') return stored
  return isDone ? 'waiting' : 'none'
}

/** The review that remains once the annotations were edited: an approval was of the annotations before, a reason still holds. */
export function reviewAfterEdit(review: Review, isDone: boolean): Review {
  if (review.state === 'rejected') return review
  const said = review.state === 'approved' ? UNREVIEWED : review
  return { ...said, state: isDone ? 'waiting' : 'none' }
}

/** The same once somebody said that the image is done, or is not: a rejected one that is done again waits with its reason. */
export function reviewAfterState(review: Review, isDone: boolean): Review {
  return isDone && review.state === 'rejected' ? { ...review, state: 'waiting' } : reviewAfterEdit(review, isDone)
}
