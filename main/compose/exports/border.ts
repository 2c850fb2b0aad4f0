import type { ReadImages, WantedImage } from './read-images.ts'

/** The question to the thread: both of its sides are this program. */
export function readQuestion(question: unknown): readonly WantedImage[] {
  return question as readonly WantedImage[]
}

/** The answer of the thread: both of its sides are this program. */
export function readAnswer(answer: unknown): ReadImages {
  return answer as ReadImages
}
