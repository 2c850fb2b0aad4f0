import type { Split } from '#common/split'
import type { DatasetFile, DatasetFiles } from '#core/datasets/ports'
import { baseName, folderOf, splitInName, withoutEnding } from './paths.ts'
import { textLines } from './texts.ts'

/** The lists of Pascal VOC; others, such as `trainval.txt` and `cat_train.txt`, repeat them. */
const LIST = /(?:^|\/)ImageSets\/(?<task>[^/]+)\/(?:train|val|valid|test)\.txt$/i

/** The split of the image of a label file, as the lists of a task (`ImageSets/Main`) tell it by its name without ending. */
export async function listedSplits(
  dataset: DatasetFiles,
  task: 'Main' | 'Segmentation',
): Promise<(label: DatasetFile) => Split | undefined> {
  const splits = new Map<string, Split>()
  for (const list of dataset.files) {
    const split = LIST.exec(list.path)?.groups?.['task'] === task ? splitInName(list.path) : undefined
    if (split === undefined) continue
    const root = folderOf(folderOf(folderOf(list.path)))
    for await (const line of textLines(dataset, list)) if ('text' in line) splits.set(keyOf(root, line.text), split)
  }
  return ({ path }) => splits.get(keyOf(folderOf(folderOf(path)), withoutEnding(baseName(path))))
}

/** A line may say more behind the name. */
function keyOf(root: string, name: string): string {
  return `${root}/${name.trim().split(/\s/)[0]}`
}
