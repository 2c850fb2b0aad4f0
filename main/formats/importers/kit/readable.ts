import type { Refusal } from '#common/errors'
import { message } from '#common/messages/message'
import type { Result } from '#common/result'
import type { DatasetProblem } from '#core/exchange/datasets/ports'

interface Readable<Value> {
  readonly values: readonly Value[]
  readonly problems: readonly DatasetProblem[]
}

/** The readable parts of an image's annotations; the others are problems, named by their place from 1. */
export function readableOf<Value>(
  read: readonly Result<Value, Refusal>[],
  where: Pick<DatasetProblem, 'path' | 'line'>,
): Readable<Value> {
  return {
    values: read.flatMap((part) => (part.ok ? [part.value] : [])),
    problems: read.flatMap((part) => (part.ok ? [] : [{ ...where, reason: message('skipped', {}, part.error) }])),
  }
}
