import type { DatasetFile, DatasetFiles, DatasetProblem, ListedClasses } from '#core/exchange/datasets/ports'
import { nearestOrAny } from '../nearest.ts'
import { folderOf, isAside } from '../paths.ts'
import { readText } from '../texts.ts'

type Names = ReadonlyMap<number, string>

interface LabelMaps {
  /** The names of the numbers in a file of records. */
  readonly of: (file: DatasetFile) => Names | undefined
  readonly problems: readonly DatasetProblem[]
  readonly listed: readonly ListedClasses[]
}

/** The `*.pbtxt` files, which name the numbers of classes. */
export async function readLabelMaps(dataset: DatasetFiles): Promise<LabelMaps> {
  const maps = new Map<string, Names>()
  const problems: DatasetProblem[] = []
  for (const file of dataset.files.filter(({ path }) => /\.pbtxt$/i.test(path) && !isAside(path))) {
    const text = await readText(dataset, file)
    if (text.ok) maps.set(folderOf(file.path), namesIn(text.value))
    else problems.push(text.error)
  }
  const listed = [...maps.values()].map((names) => ({ classNames: [...names.values()] }))
  return { of: nearestOrAny(maps), problems, listed }
}

/** A field with a number or a text in quotes of either kind. */
const FIELD =
  /(?<key>\w+)\s*:\s*(?:(?<number>\d{1,9})\b|"(?<double>(?:[^"\\\n]|\\.)*)"|'(?<single>(?:[^'\\\n]|\\.)*)')/g

/** Names of classes: the `display_name`, which people see, where a class has one. */
function namesIn(text: string): Names {
  const names = new Map<number, string>()
  for (const [item] of text.matchAll(/item\s*\{(?:[^{}"']|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')*\}/g)) {
    const fields = new Map<string, string>()
    for (const { groups = {} } of item.matchAll(FIELD)) {
      const { key = '', number, double, single } = groups
      fields.set(key, (number ?? double ?? single ?? '').replace(/\\(.)/g, '$1'))
    }
    const name = fields.get('display_name') || fields.get('name')
    if (name) names.set(Number(fields.get('id')), name)
  }
  return names
}
