import { isImageName } from '#common/image-kinds'
import type { DatasetFile, DatasetFiles } from '#core/datasets/ports'
import { baseName, endingOf, isAside } from './paths.ts'
import { isInLabelFolder, picturePlaces } from './pictures.ts'
import { classLists } from './yolo/class-lists.ts'

/** Text files that stand beside label files and are none, unless an image has the same name. */
const OTHERS = /^(?:_.*|readme.*|(?:obj|classes|labels|labelmap|train|valid?|test|notes|requirements|license)\.txt)$/i

const README = /(?:^|\/)(?!\.)readme[^/]*$/i

/** Enough of a file to see its first lines. */
export const HEAD_BYTES = 1024
/** Of the files that are looked at, one in so many must be of the kind: the others are damaged, or it is another kind. */
const LEAST = 4
/** So many files, from all over the data set, show what the others are. */
const SAMPLES = 32

/**
 * The text files of one picture each, when the lines with which enough of them begin are of a kind. They lie in a folder for labels or beside their
 * pictures, or anywhere where there are no pictures. Files without any line are among them.
 */
export async function pictureTexts(
  dataset: DatasetFiles,
  { isWanted, isExpected }: { isWanted(line: string): boolean; readonly isExpected: boolean },
): Promise<readonly DatasetFile[]> {
  const places = picturePlaces(dataset)
  const isBare = !dataset.files.some(({ path }) => isImageName(path))
  const lists = new Set(await classLists(dataset, isWanted))
  const texts = dataset.files.filter(
    (file) =>
      isText(file) &&
      !lists.has(file) &&
      (places.isThere(file) || (!isOther(file) && (isBare || isInLabelFolder(file)))),
  )
  const filled = texts.filter(({ bytes }) => bytes > 0)
  if (filled.length === 0) return isExpected ? texts : []
  const step = Math.ceil(filled.length / SAMPLES)
  const samples = filled.filter((_, index) => index % step === 0)
  let wanted = 0
  for (const file of samples) if (beginsAs(await dataset.head(file, HEAD_BYTES), isWanted)) wanted += 1
  return wanted > 0 && wanted * LEAST >= samples.length ? texts : []
}

function isText({ path }: DatasetFile): boolean {
  return endingOf(path) === '.txt' && (!isAside(path) || README.test(path))
}

/** Whether a text file is by its name none about an image. */
export function isOther({ path }: DatasetFile): boolean {
  return OTHERS.test(baseName(path))
}

/** Whether the first line is of the kind, or, where that one is damaged, at least half of those in the head of a file. */
export function beginsAs(head: string, isWanted: (line: string) => boolean): boolean {
  const lines = head.replace(/^\uFEFF/, '').split(/[\r\n]+/)
  const filled = lines.map((line) => line.trim()).filter((line) => line !== '')
  const [first = ''] = filled
  if (isWanted(first)) return true
  // The head may end inside its last line.
  const whole = head.length < HEAD_BYTES ? filled : filled.slice(0, -1)
  return whole.length > 1 && whole.filter(isWanted).length * 2 >= whole.length
}
