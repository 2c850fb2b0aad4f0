import type { ProjectType } from '#common/contract/projects'
import { importedClassName, spellingOf } from '#core/annotation/annotations/read-annotation'
import {
  type DatasetFile,
  DatasetFileError,
  type DatasetFiles,
  type DatasetFinding,
  type DatasetImporter,
  type DescribedImage,
  type ListedClasses,
} from '#core/exchange/datasets/ports'
import { withinLimits } from '../labels/kit/limits.ts'
import { JsonTextError } from './kit/json/scanner.ts'
import { inFull } from './kit/rows-said.ts'

/** Findings from reading annotation files, piece by piece. */
export type Findings = AsyncGenerator<DatasetFinding>

export interface ImporterDefinition {
  readonly id: string
  readonly title: DatasetImporter['title']
  readonly isOfFolders?: boolean
  readonly isOfMasks?: boolean
  readonly isOfTexts?: boolean
  readonly companions?: RegExp
  yieldsTo?: NonNullable<DatasetImporter['yieldsTo']>
  recognise(dataset: DatasetFiles): Promise<readonly DatasetFile[]>
  /** Objects as the files say them; `defineImporter` refuses more than an image can hold. */
  read(labels: readonly DatasetFile[], dataset: DatasetFiles, type?: ProjectType): Findings
}

export function defineImporter({ read, ...definition }: ImporterDefinition): DatasetImporter {
  return {
    ...definition,
    async *read(labels, dataset, type) {
      for await (const finding of read(labels, dataset, type)) {
        if ('classNames' in finding) yield spelled(finding, labels[0]?.path ?? '')
        else yield 'objects' in finding ? checked(finding) : finding
      }
    },
  }
}

/** A longer list is a vocabulary, of which a dataset has a part. */
const MAX_LISTED = 2000

/** Each name once, as the objects of the class have it. */
function spelled({ classNames, attributes }: ListedClasses, path: string): ListedClasses {
  const names = classNames.length > MAX_LISTED ? [] : classNames.filter((name) => name.trim() !== '')
  const asked = attributes && [...attributes].map(([name, each]) => [importedClassName(name), each] as const)
  const pairs = names.map((name) => [spellingOf(name) ?? importedClassName(name), importedClassName(name)] as const)
  return {
    classNames: [...new Set(names.map(importedClassName))],
    ...(pairs.some(([spelling, name]) => spelling !== name) && { spelled: { path, names: pairs } }),
    ...(asked && { attributes: new Map(asked) }),
  }
}

function checked(described: DescribedImage): DescribedImage {
  return {
    ...described,
    objects(image) {
      const read = described.objects(image)
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
      const { path } = file
      if (error instanceof JsonTextError) yield { path, line: error.line, reason: inFull(error.fault) }
      else if (error instanceof DatasetFileError) yield { path, reason: error.refusal }
      else throw error
    }
  }
}
