import { isImageName } from '#common/image-kinds'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { imagePlaces, isInLabelFolder } from './images.ts'
import { baseName, endingOf, isAside } from './paths.ts'
import { classLists } from './yolo/class-lists.ts'

/** Text files that stand beside label files and are none, unless an image has the same name. */
const OTHERS = /^(?:_.*|readme.*|(?:obj|classes|labels|labelmap|train|valid?|test|notes|requirements|license)\.txt)$/i

const README = /(?:^|\/)(?!\.)readme[^/]*$/i

/** Enough of a file to see its first lines. */
export const HEAD_BYTES = 1024
/** Enough to see the second line of outlines too. */
const LONG_HEAD_BYTES = 16 * 1024
/** Of the files that are looked at, one in so many must be of the kind: the others are damaged, or it is another kind. */
const LEAST = 4
/** So many files, from all over the dataset, show what the others are. */
const SAMPLES = 32

interface Wanted {
  isWanted(line: string): boolean
  /** Whether the dataset has a list of classes, as those with such files have. */
  readonly isExpected: boolean
}

/**
 * The text files of one image each, when the lines with which enough of them begin are of a kind. They lie in a folder for labels or beside their
 * images, or anywhere where there are no images. Files without any line are among them.
 */
export async function imageTexts(
  dataset: DatasetFiles,
  { isWanted, isExpected }: Wanted,
): Promise<readonly DatasetFile[]> {
  const places = imagePlaces(dataset)
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
  for (const file of samples) if (await isOfKind(dataset, file, { isWanted, isExpected })) wanted += 1
  return wanted > 0 && wanted * LEAST >= samples.length ? texts : []
}

/** A damaged first line is passed over where the dataset says that it has such files. */
async function isOfKind(dataset: DatasetFiles, file: DatasetFile, { isWanted, isExpected }: Wanted): Promise<boolean> {
  if (isWanted(firstLine(await dataset.head(file, HEAD_BYTES)))) return true
  return isExpected && beginsAs(await dataset.head(file, LONG_HEAD_BYTES), isWanted)
}

function isText({ path }: DatasetFile): boolean {
  return endingOf(path) === '.txt' && (!isAside(path) || README.test(path))
}

/** Whether a text file is by its name none about an image. */
export function isOther({ path }: DatasetFile): boolean {
  return OTHERS.test(baseName(path))
}

/** The first line with something on it, of a head that may end inside it. */
function firstLine(head: string): string {
  return /\S[^\r\n]*/.exec(head.replace(/^\uFEFF/, ''))?.[0]?.trim() ?? ''
}

/** Whether the first line is of the kind, or, where that one is damaged, at least half of those in the head of a file. */
export function beginsAs(head: string, isWanted: (line: string) => boolean): boolean {
  if (isWanted(firstLine(head))) return true
  const lines = head.split(/[\r\n]+/).flatMap((line) => line.trim() || [])
  // The head may end inside its last line.
  const whole = lines.length > 2 ? lines.slice(0, -1) : lines
  return whole.filter(isWanted).length * 2 >= Math.max(2, whole.length)
}
