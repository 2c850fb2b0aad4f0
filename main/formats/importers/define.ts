import {
  type DatasetFile,
  DatasetFileError,
  type DatasetFiles,
  type DatasetImporter,
  type DatasetProblem,
  type DescribedPicture,
} from '#core/datasets/ports'
import { withinLimits } from '../labels/kit/limits.ts'
import { JsonTextError } from './kit/json/scanner.ts'

/** What reading label files gives, piece by piece. */
export type Findings = AsyncGenerator<DescribedPicture | DatasetProblem>

export interface ImporterDefinition {
  readonly id: string
  readonly title: string
  readonly isOfFolders?: boolean
  recognise(dataset: DatasetFiles): Promise<readonly DatasetFile[]>
  /** Objects as the files say them: that they are no more than a picture can hold is seen to here. */
  read(labels: readonly DatasetFile[], dataset: DatasetFiles): Findings
}

export function defineImporter({ read, ...definition }: ImporterDefinition): DatasetImporter {
  return {
    ...definition,
    async *read(labels, dataset) {
      for await (const finding of read(labels, dataset)) yield 'objects' in finding ? checked(finding) : finding
    },
  }
}

function checked(described: DescribedPicture): DescribedPicture {
  return {
    ...described,
    objects(picture) {
      const read = described.objects(picture)
      return read.ok ? withinLimits(read.value) : read
    },
  }
}

/** Reads one label file after the other: a file whose bytes or JSON are damaged is a problem, and the next one is read. */
export async function* eachFile(labels: readonly DatasetFile[], readFile: (file: DatasetFile) => Findings): Findings {
  for (const file of labels) {
    try {
      yield* readFile(file)
    } catch (error) {
      if (error instanceof JsonTextError) yield { path: file.path, line: error.line, reason: `${error.message}.` }
      else if (error instanceof DatasetFileError) yield { path: file.path, reason: error.message }
      else throw error
    }
  }
}
