import { isImageName } from '#common/image-kinds'
import type { Split } from '#common/split'
import { folded, isVocMaskPath } from '#core/exchange/datasets/places'
import type { DatasetFiles, ListedSplit } from '#core/exchange/datasets/ports'
import { baseName, folderOf, splitInName, withoutEnding } from './paths.ts'
import { petsSplits } from './pets-lists.ts'
import { textLines } from './texts.ts'

/** The lists of Pascal VOC; others, such as `trainval.txt` and `cat_train.txt`, repeat them. */
const LIST = /^(?<root>.*?)(?:^|\/)ImageSets\/(?:(?<task>[^/]+)\/)?(?:train|val|valid|validation|test)\.txt$/i

/** All lists, of which only those of the splits are read. */
export const IMAGE_SETS = /(?:^|\/)ImageSets\/.*\.txt$/i

export interface ListedSplits {
  /** The split of an image or of its label file. */
  of(path: string): Split | undefined
  /** The split of every image that a list names: there may be no label file of it. */
  all(): Generator<ListedSplit>
}

/** The splits by the lists in `ImageSets`: those of the task count most, and those of any other name further images. */
export async function listedSplits(dataset: DatasetFiles, task: 'Main' | 'Segmentation'): Promise<ListedSplits> {
  const { files } = dataset
  const splits = new Map<string, Split>()
  const roots = new Set<string>()
  const lists = files.flatMap((file) => {
    const { root, task: own } = LIST.exec(file.path)?.groups ?? {}
    const split = splitInName(file.path)
    return root === undefined || split === undefined ? [] : { file, root, split, isOfTask: own === task }
  })
  lists.push(...(await petsSplits(dataset)))
  // Later findings stay.
  for (const { file, root, split } of lists.toSorted((one, other) => Number(one.isOfTask) - Number(other.isOfTask))) {
    roots.add(root)
    for await (const line of textLines(dataset, file)) {
      for (const name of 'text' in line ? namesIn(line.text) : []) splits.set(keyOf(root, name), split)
    }
  }

  function splitOf(path: string): Split | undefined {
    const root = rootOf(path, roots)
    if (root === undefined) return undefined
    const [, ...below] = withoutEnding(path.slice(root === '' ? 0 : root.length + 1)).split('/')
    return splits.get(keyOf(root, below.join('/'))) ?? splits.get(keyOf(root, baseName(withoutEnding(path))))
  }

  return {
    of: splitOf,
    *all() {
      for (const { path } of files) {
        const split = isImageName(path) && !isVocMaskPath(path) ? splitOf(path) : undefined
        if (split) yield { image: path, split }
      }
    },
  }
}

/** The nearest folder above a file in which there are lists. */
function rootOf(path: string, roots: ReadonlySet<string>): string | undefined {
  for (let at = folderOf(path); ; at = folderOf(at)) {
    if (roots.has(at)) return at
    if (at === '') return undefined
  }
}

/** A line may say more behind the name, which may have spaces, and then quotes. */
function namesIn(line: string): readonly string[] {
  const text = line.trim()
  const quoted = /^"(?<name>[^"]+)"/.exec(text)?.groups?.['name']
  const [first = ''] = text.split(/\s/)
  return quoted === undefined ? [text, first].map(plain) : [plain(quoted)]
}

function plain(name: string): string {
  return isImageName(name) ? withoutEnding(name) : name
}

function keyOf(root: string, name: string): string {
  return folded(`${root}/${name}`)
}
