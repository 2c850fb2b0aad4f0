import { type HiddenFiles, isHidden, isSystemFile, MOST_ROOTS } from '#common/hidden-files'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { Split } from '#common/split'
import type { DatasetFiles, DatasetProblem } from './ports.ts'

/** Longest path of a file in a dataset, in UTF-16 units. */
const MAX_PATH = 1024

/** Masks of Pascal VOC, and images that show them, which lie in folders that are called so by every program that writes them. */
export function isVocMaskPath(path: string): boolean {
  return VOC_MASK.test(path)
}

const VOC_MASK =
  /(?:^|[\\/])Segmentation(?:Class|Object)(?:PNG|Raw|Aug|Context|Visuali[sz]ation)?[\\/][^\\/]*\.(?:png|jpe?g)$/i

/** Masks of ADE20K, which lie beside their images; since 2021 those of single objects in a folder beside each. */
export function isAdeMaskPath(path: string): boolean {
  return /(?:^|[\\/])(?:ADE_(?:train|val)_\d+_(?:seg|parts_\d+)|instance_\d+_ADE_(?:train|val)_\d+)\.png$/i.test(path)
}

/** Masks of COCO-Stuff, whose regions stand in `stuff_….json` beside their folder as well. */
export function isStuffMaskPath(path: string): boolean {
  return /(?:^|[\\/])stuff_[^\\/]*_pixelmaps[\\/][^\\/]*\.png$/i.test(path)
}

/** Masks of public datasets by names that nothing else has. */
export function isMaskPath(path: string): boolean {
  return (
    isVocMaskPath(path) || isAdeMaskPath(path) || isStuffMaskPath(path) || /_gt(?:Fine|Coarse)_[a-z]+\.png$/i.test(path)
  )
}

export function isZipPath(path: string): boolean {
  return /\.zip$/i.test(path)
}

/** Archives, and label files that are packed. */
export function isPackedPath(path: string): boolean {
  return isZipPath(path) || PACKED.test(path)
}

const PACKED =
  /\.(?:tar|tgz|tbz2?|txz|7z|rar|(?:tar|csv|tsv|txt|jsonl?|ndjson|xml|ya?ml|tfrecords?|record|manifest)\.(?:gz|bz2|xz|zst))$/i

/** Packed files in a dataset, which nothing reads. */
export function innerArchives({ files }: Pick<DatasetFiles, 'files'>): DatasetProblem[] {
  const reason = message('inner-archive')
  return files.flatMap(({ path }) => (isPackedPath(path) ? { path, reason } : []))
}

/** The parts of a path, without empty ones and those that stay where they are. */
export function partsOf(path: string): string[] {
  return path.split(/[\\/]/).filter((part) => part !== '' && part !== '.')
}

export function lastPart(path: string): string {
  return partsOf(path).at(-1) ?? ''
}

/** The last part of an address or a path that a program on another machine wrote. */
export function nameInAddress(address: string): string {
  return partsInAddress(address).at(-1) ?? ''
}

/** All of it but the host or bucket: the folders tell images of one name apart. */
export function pathInAddress(address: string): string {
  return partsInAddress(address.replace(/^[a-z][a-z0-9+.-]*:[\\/]{2}[^\\/]*[\\/]/i, '')).join('/')
}

function partsInAddress(address: string): string[] {
  const [place = ''] = address.split(/[?#]/)
  return place.split(/[\\/]/).map((part) => {
    try {
      return decodeURIComponent(part)
    } catch {
      return part
    }
  })
}

/** The text by which names of files are compared: letter case and the way in which accents are written make no difference. */
export function folded(name: string): string {
  return composed(name).toLowerCase()
}

/** A name in which the way in which accents are written makes no difference. */
export function composed(name: string): string {
  return name.normalize('NFC')
}

/** A name without its last ending; a name that is nothing but an ending stays. */
export function stemOf(name: string): string {
  return name.replace(/(?!^)\.[^.]*$/, '')
}

/** Why no file of a dataset may have this path; undefined when it may. */
export function pathFault(path: string): Message | undefined {
  if (/^(?:[\\/]|[a-z]:)/i.test(path) || path.split(/[\\/]/).includes('..')) return message('path-leaves-dataset')
  if (/\p{Cc}/u.test(path)) return message('path-has-control-characters')
  if (path.length > MAX_PATH) return message('path-too-long', { most: MAX_PATH })
  return partsOf(path).length === 0 ? message('file-without-name') : undefined
}

/** Whether systems or tools left the file beside the files of people, or it is hidden. */
export function isLeftBySystem(path: string): boolean {
  return isSystemFile(path) || isHidden(path)
}

/** Note on hidden files in the report, where there are any. */
export function hiddenNote({ count, roots }: HiddenFiles): readonly DatasetProblem[] {
  const path = [...roots, ...(roots.length === MOST_ROOTS ? ['…'] : [])].join(', ')
  return count === 0 ? [] : [{ path, isNote: true, reason: message('hidden-files-skipped', { count }) }]
}

/** Words by which people and programs name the splits. */
const SPLIT_WORDS: ReadonlyMap<string, Split> = new Map([
  ...(['train', 'training'] as const).map((word) => [word, 'train'] as const),
  ...(['valid', 'val', 'validation', 'dev'] as const).map((word) => [word, 'valid'] as const),
  ...(['test', 'testing'] as const).map((word) => [word, 'test'] as const),
])

/** A word, with a year or a number behind it: `train2017`, `val_1`, `WIDER_test`, `test-dev2017` and `VisDrone2019-DET-val`. */
const SPLIT_FOLDER = /^(?:wider_|visdrone\d*-[a-z]+-)?(?<word>[a-z]+)(?:(?<=test)-(?:dev|challenge))?[-_]?\d*$/i

/** The split that the nearest folder of a path names. */
export function splitOfPath(path: string): Split | undefined {
  for (const folder of partsOf(path).slice(0, -1).toReversed()) {
    const found = SPLIT_WORDS.get(SPLIT_FOLDER.exec(folder)?.groups?.['word']?.toLowerCase() ?? '')
    if (found) return found
  }
  return undefined
}

/** The split that one of some words names; the word for validation counts before the others. */
export function splitOfWords(words: readonly string[]): Split | undefined {
  const found = new Set(words.map((word) => SPLIT_WORDS.get(word.toLowerCase())))
  return (['valid', 'train', 'test'] as const).find((split) => found.has(split))
}

/** The split that the name of a label file tells, or else the nearest of its folders that has such a word in its name. */
export function splitOfLabelFile(parts: readonly string[]): Split | undefined {
  for (const part of parts.toReversed()) {
    const split = splitOfWords(part.split(/[^a-z]+/i))
    if (split) return split
  }
  return undefined
}
