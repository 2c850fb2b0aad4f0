import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { eachFile, type Findings } from '../define.ts'
import { pauses } from './pauses.ts'
import { readText } from './texts.ts'

interface TextOfImage {
  readonly file: DatasetFile
  readonly text: string
  /** The class that regions to ignore get; undefined where no object of the dataset has any. */
  readonly ignored: string | undefined
}

interface TextFormat {
  /** The class of the first object of a text; undefined where it has regions to ignore alone. */
  classOf(text: string): string | undefined
  read(said: TextOfImage): Findings
}

/**
 * Reads texts of one image each, in which a region to ignore is of no class: it gets one of its image, else one that the dataset has,
 * which may come later.
 */
export async function* readTextsWithIgnored(
  labels: readonly DatasetFile[],
  dataset: DatasetFiles,
  { classOf, read }: TextFormat,
): Findings {
  const pause = pauses()
  const regions: DatasetFile[] = []
  let known: string | undefined
  const readFile = (isLast: boolean) =>
    async function* (file: DatasetFile): Findings {
      const text = await readText(dataset, file)
      if (!text.ok) return yield text.error
      const own = classOf(text.value)
      known ??= own
      if (own === undefined && !isLast && text.value.trim() !== '') return void regions.push(file)
      yield* read({ file, text: text.value, ignored: own ?? known })
      await pause()
    }
  yield* eachFile(labels, readFile(false))
  yield* eachFile(regions, readFile(true))
}
