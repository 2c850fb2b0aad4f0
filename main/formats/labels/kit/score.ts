import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { FileNumber } from './json.ts'

/** How sure a model is of an object, where a file tells. What is no number tells nothing: labels of people need none. */
export const FileScore = FileNumber.nullish().catch(undefined)

/** The object with what the file says of how sure its maker is. */
export function scored(
  object: Result<ReadAnnotation, Refusal>,
  score: number | null | undefined,
): Result<ReadAnnotation, Refusal> {
  return object.ok && score !== undefined && score !== null ? ok({ ...object.value, score }) : object
}
