import type { z } from 'zod'
import { refusal } from '#common/errors'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { readShape } from '../../../labels/kit/json.ts'
import { pauses } from '../pauses.ts'
import { type NumberedPart, partSkipped } from '../rows-said.ts'
import { jsonBatches, NOT_JSON } from './elements.ts'

interface WantedList<Entry> {
  /** The key of the list in the outermost object. */
  readonly key: string
  readonly part: NumberedPart
  readonly shape: z.ZodType<Entry>
}

/** The entries of a list in the order of the file, or a problem for each that is of another shape. Throws `JsonTextError`. */
export async function* entriesOf<Entry>(
  dataset: DatasetFiles,
  file: DatasetFile,
  { key, part, shape }: WantedList<Entry>,
): AsyncGenerator<Entry | DatasetProblem> {
  for await (const { first, values, lineOf } of jsonBatches(dataset, file, { keys: [key], pause: pauses() })) {
    for (const [offset, value] of values.entries()) {
      const read = value === NOT_JSON ? undefined : readShape(shape, value)
      if (read?.ok) yield read.value
      else {
        const reason = partSkipped(part, first + offset + 1, read?.error ?? refusal('not-json'))
        yield { path: file.path, line: lineOf(offset), reason }
      }
    }
  }
}
