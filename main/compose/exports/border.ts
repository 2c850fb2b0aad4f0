import type { ReadImages } from './read-images.ts'

/** What the thread answered: both of its sides are this program. */
export function readAnswer(answer: unknown): ReadImages {
  return answer as ReadImages
}
