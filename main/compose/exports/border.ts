import type { ReadImages } from './read-images.ts'

/** The answer of the thread: both of its sides are this program. */
export function readAnswer(answer: unknown): ReadImages {
  return answer as ReadImages
}
