import { message } from '#common/messages/message'
import { Split } from '#common/split'
import type { DatasetFile, DatasetFiles, DatasetProblem, ListedClasses } from '#core/exchange/datasets/ports'
import { linesOf } from '../../../labels/kit/lines.ts'
import { nearestOrAny } from '../nearest.ts'
import { endingOf, folderOf, isAside, resolvePath, tailsOf } from '../paths.ts'
import { readShortLines } from '../texts.ts'
import { classLists } from './class-lists.ts'
import { describedBy, type YoloDescription } from './data-yaml.ts'
import { readYaml } from './yaml.ts'

export function isYaml({ path }: DatasetFile): boolean {
  return ['.yaml', '.yml'].includes(endingOf(path)) && !isAside(path)
}

interface Descriptions {
  /** The description that holds for an annotation file. */
  readonly of: (label: DatasetFile) => YoloDescription | undefined
  readonly problems: readonly DatasetProblem[]
  /** The classes of the files that hold for any of these label files. */
  listed(labels: readonly DatasetFile[]): readonly ListedClasses[]
}

/** Classes from the files beside the annotation files; among those of one folder YAML takes precedence. */
export async function readDescriptions(dataset: DatasetFiles): Promise<Descriptions> {
  const said = new Map<string, YoloDescription>()
  const problems: DatasetProblem[] = []
  const files = [...(await classLists(dataset)), ...dataset.files.filter(isYaml)]
  for (const file of files) {
    const text = await readShortLines(dataset, file)
    const places = isYaml(file) ? [] : await darknetPlaces(dataset, folderOf(file.path))
    const description = text.ok ? parse(file, text.value, places) : text.error
    if (description && 'reason' in description) problems.push(description)
    else if (description) said.set(folderOf(file.path), description)
  }
  const of = nearestOrAny(said)
  const listed = (labels: readonly DatasetFile[]) =>
    [...new Set(labels.flatMap((label) => of(label) ?? []))].map(({ names }) => ({ classNames: [...names.values()] }))
  return { of, problems, listed }
}

/** `train = data/train.txt` of `obj.data`: the lists that lie beside it, also by paths of another machine. */
async function darknetPlaces(dataset: DatasetFiles, folder: string): Promise<YoloDescription['places']> {
  const places: YoloDescription['places'][number][] = []
  for (const file of dataset.files.filter(({ path }) => endingOf(path) === '.data' && folderOf(path) === folder)) {
    const text = await readShortLines(dataset, file)
    for (const { line } of text.ok ? linesOf(text.value) : []) {
      const { key = '', list = '' } =
        /^\s*(?<key>train|valid|test)\s*=\s*(?<list>\S.*\.txt)\s*$/i.exec(line)?.groups ?? {}
      const split = Split.safeParse(key.toLowerCase()).data
      const beside = resolvePath(folder, list.replace(/^(?:\.[\\/])?data[\\/]/, '')) ?? []
      if (split !== undefined) places.push([split, [beside, tailsOf(list, folder)].flat()])
    }
  }
  return places
}

function parse(
  file: DatasetFile,
  text: string,
  places: YoloDescription['places'],
): YoloDescription | DatasetProblem | undefined {
  const { path } = file
  if (!isYaml(file)) return { names: listed(text), pose: undefined, isOriented: false, places }
  const yaml = readYaml(text)
  if (yaml.ok) return describedBy(yaml.value, folderOf(path))
  const { line, reason } = yaml.error
  return { path, line, reason: message('file-not-readable', {}, reason) }
}

/** An empty line is a class without a name, or the end of the file. */
function listed(text: string): ReadonlyMap<string, string> {
  return new Map(linesOf(text).map(({ line, number }) => [String(number - 1), line]))
}
