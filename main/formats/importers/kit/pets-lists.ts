import type { Split } from '#common/split'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'

/** The lists of Oxford-IIIT Pets. */
export const PETS_LISTS = /(?:^|\/)annotations\/(?:list|trainval|test)\.txt$/i
const OF_SPLIT = /^(?<root>.*?)(?:^|\/)annotations\/(?<name>trainval|test)\.txt$/i

const HEAD_BYTES = 1024

/** Each of its lines names an image and three numbers. */
export async function isPetsList(file: DatasetFile, dataset: DatasetFiles): Promise<boolean> {
  if (!PETS_LISTS.test(file.path)) return false
  const [first = ''] = (await dataset.head(file, HEAD_BYTES)).split(/\r?\n/).filter((line) => /^[^#]/.test(line))
  return petIn(first) !== undefined
}

/** `Abyssinian_100 1 1 1`: an image, and the numbers of its breed and species. */
export function petIn(line: string): string | undefined {
  return /^(?<name>[\w-]+_\d+) \d+ [12] \d+\s*$/.exec(line)?.groups?.['name']
}

interface PetsSplit {
  readonly file: DatasetFile
  /** The folder around the one of the lists. */
  readonly root: string
  readonly split: Split
  readonly isOfTask: true
}

/** The lists that tell splits. */
export async function petsSplits(dataset: DatasetFiles): Promise<readonly PetsSplit[]> {
  const lists: PetsSplit[] = []
  for (const file of dataset.files) {
    const { root, name = '' } = OF_SPLIT.exec(file.path)?.groups ?? {}
    if (root === undefined || !(await isPetsList(file, dataset))) continue
    lists.push({ file, root, split: name.toLowerCase() === 'test' ? 'test' : 'train', isOfTask: true })
  }
  return lists
}
