import { isPicturePath } from '#core/datasets/places'
import type { DatasetFile, DatasetFiles } from '#core/datasets/ports'
import { baseName, endingOf, isAside } from './paths.ts'
import { isInLabelFolder, picturePlaces } from './pictures.ts'

/** Text files that stand beside label files and are none. */
const OTHERS = /^(?:_.*|(?:obj|classes|labels|labelmap|train|valid?|test|notes|requirements|license)\.txt)$/i

const HEAD_BYTES = 1024
/** So many files, from all over the data set, show what the others are. */
const SAMPLES = 32

/**
 * The text files of one picture each, when the first line of one is of a kind. They lie in a folder for labels or beside their
 * pictures, or anywhere where there are no pictures. Files without any line are among them.
 */
export async function pictureTexts(
  dataset: DatasetFiles,
  { isWanted, isExpected }: { isWanted(first: string): boolean; readonly isExpected: boolean },
): Promise<readonly DatasetFile[]> {
  const places = picturePlaces(dataset)
  const isBare = !dataset.files.some(({ path }) => isPicturePath(path))
  const texts = dataset.files.filter(
    (file) => isPictureText(file) && (isBare || isInLabelFolder(file) || places.isThere(file)),
  )
  const filled = texts.filter(({ bytes }) => bytes > 0)
  if (filled.length === 0) return isExpected ? texts : []
  const step = Math.ceil(filled.length / SAMPLES)
  for (let at = 0; at < filled.length; at += step) {
    const [file] = filled.slice(at, at + 1)
    if (file && isWanted(firstLine(await dataset.head(file, HEAD_BYTES)))) return texts
  }
  return []
}

function isPictureText({ path }: DatasetFile): boolean {
  return endingOf(path) === '.txt' && !isAside(path) && !OTHERS.test(baseName(path))
}

/** Of a head that may end inside it. */
function firstLine(head: string): string {
  return /\S[^\r\n]*/.exec(head.replace(/^\uFEFF/, ''))?.[0]?.trim() ?? ''
}
