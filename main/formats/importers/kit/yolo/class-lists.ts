import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { isDarknetLine } from '../../../labels/text/darknet.ts'
import { imagePlaces } from '../images.ts'
import { baseName, endingOf } from '../paths.ts'

const LIST = /^(?:_darknet\.labels|_?classes\.txt|.*\.names)$/i

/** Enough lines to see what they are. */
const HEAD_BYTES = 1024

/** The files with the name of a class on each line. One that is called as an image may hold the labels of that image instead. */
export async function classLists(dataset: DatasetFiles, isLabel = isDarknetLine): Promise<readonly DatasetFile[]> {
  const named = dataset.files.filter(({ path }) => LIST.test(baseName(path)))
  if (named.length === 0) return []
  const places = imagePlaces(dataset)
  const lists: DatasetFile[] = []
  for (const file of named) {
    const isDoubtful = endingOf(file.path) === '.txt' && places.isThere(file)
    if (!isDoubtful || !(await holdsLabels(file, dataset, isLabel))) lists.push(file)
  }
  return lists
}

/** Some lines of labels may be damaged; without any line the image has none. */
async function holdsLabels(
  file: DatasetFile,
  dataset: DatasetFiles,
  isLabel: (line: string) => boolean,
): Promise<boolean> {
  const head = (await dataset.head(file, HEAD_BYTES)).replace(/^\uFEFF/, '').split(/\r?\n/)
  const whole = file.bytes > HEAD_BYTES && head.length > 1 ? head.slice(0, -1) : head
  const lines = whole.map((line) => line.trim()).filter((line) => line !== '')
  return lines.filter(isLabel).length * 2 >= lines.length
}
