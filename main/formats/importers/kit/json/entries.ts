import type { z } from 'zod'
import { sentenceOf } from '#common/messages/sentence'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { readShape } from '../../../labels/kit/json.ts'
import { pauses } from '../pauses.ts'
import { jsonBatches, NOT_JSON } from './elements.ts'

interface WantedList<Entry> {
  /** The key of the list in the outermost object. */
  readonly key: string
  /** The word for an entry in sentences about one that is left out. */
  readonly name: string
  readonly shape: z.ZodType<Entry>
}

/** The entries of a list in the order of the file, or a problem for each that is of another shape. Throws `JsonTextError`. */
export async function* entriesOf<Entry>(
  dataset: DatasetFiles,
  file: DatasetFile,
  { key, name, shape }: WantedList<Entry>,
): AsyncGenerator<Entry | DatasetProblem> {
  for await (const { first, values, lineOf } of jsonBatches(dataset, file, { keys: [key], pause: pauses() })) {
    for (const [offset, value] of values.entries()) {
      const read = value === NOT_JSON ? undefined : readShape(shape, value)
      if (read?.ok) yield read.value
      else {
        const fault = read === undefined ? 'not JSON' : sentenceOf(read.error)
        const reason = `${name} ${first + offset + 1} skipped: ${fault}.`
        yield { path: file.path, line: lineOf(offset), reason }
      }
    }
  }
}
