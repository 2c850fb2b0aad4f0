import type { DatasetFile, DatasetFiles, DatasetProblem, ListedClasses } from '#core/datasets/ports'
import { linesOf } from '../../../labels/kit/lines.ts'
import { nearest } from '../nearest.ts'
import { baseName, endingOf, folderOf, isAside } from '../paths.ts'
import { readShortLines } from '../texts.ts'
import { describedBy, type YoloDescription } from './data-yaml.ts'
import { readYaml } from './yaml.ts'

const LIST = /^(?:_darknet\.labels|_?classes\.txt|.*\.names)$/i

export function isYaml({ path }: DatasetFile): boolean {
  return ['.yaml', '.yml'].includes(endingOf(path)) && !isAside(path)
}

/** A file with the name of a class on each line. */
export function isClassList({ path }: DatasetFile): boolean {
  return LIST.test(baseName(path))
}

interface Descriptions {
  /** What holds for a label file. */
  readonly of: (label: DatasetFile) => YoloDescription | undefined
  readonly problems: readonly DatasetProblem[]
  /** The classes of the files that hold for any of these label files. */
  listed(labels: readonly DatasetFile[]): readonly ListedClasses[]
}

/** What the files beside the label files say of classes; of those in one folder YAML says the most. */
export async function readDescriptions(dataset: DatasetFiles): Promise<Descriptions> {
  const said = new Map<string, YoloDescription>()
  const problems: DatasetProblem[] = []
  const files = [...dataset.files.filter(isClassList), ...dataset.files.filter(isYaml)]
  for (const file of files) {
    const text = await readShortLines(dataset, file)
    const description = text.ok ? parse(file, text.value) : text.error
    if (description && 'reason' in description) problems.push(description)
    else if (description) said.set(folderOf(file.path), description)
  }
  const of = nearest(said)
  const listed = (labels: readonly DatasetFile[]) =>
    [...new Set(labels.flatMap((label) => of(label) ?? []))].map(({ names }) => ({ classNames: [...names.values()] }))
  return { of, problems, listed }
}

function parse(file: DatasetFile, text: string): YoloDescription | DatasetProblem | undefined {
  const { path } = file
  if (!isYaml(file)) return { names: listed(text), pose: undefined, places: [] }
  const yaml = readYaml(text)
  if (yaml.ok) return describedBy(yaml.value, folderOf(path))
  const { line, reason } = yaml.error
  return { path, line, reason: `The file is not understood: ${reason}.` }
}

/** An empty line is a class without a name, or the end of the file. */
function listed(text: string): ReadonlyMap<string, string> {
  return new Map(linesOf(text).map(({ line, number }) => [String(number - 1), line]))
}
