import { isImageName } from '#common/image-kinds'
import { folded } from '#core/datasets/places'
import type { DatasetFile } from '#core/datasets/ports'
import { baseName, folderOf, isAside, withoutEnding } from '../paths.ts'

/** Tables of classes, without which nobody knows what the values of masks stand for. */
const COLOURS = /(?:^|\/)(?:label_colors\.txt|class_dict\.csv)$/i
const CODES = /(?:^|\/)codes\.txt$/i
const LEGEND = /(?:^|\/)_classes\.csv$/i

/** `train_labels` beside `train`. */
const FOLDER_BESIDE = /(?<=[^/])(?:annot|_labels?|_masks?|_annotations?)$/i
/** `masks` beside `images`. */
const FOLDER_OF_MASKS = /(?<=^|\/)(?:labels?|masks?|annot(?:ation)?s?|segmentations?|trimaps?)(?=$|\/)/i
const FOLDERS_OF_IMAGES = ['images', 'image', 'imgs', 'img', 'jpegimages']
/** Masks of SegNet and of the scenes of ADE20K, which are read without a table. */
const TABLELESS = /(?:^|\/)(?:train|val|valid|test)annot\/[^/]*$|(?:^|\/)annotations\/\w+\/ADE_\w+\.png$/i
const MARK = /_(?:L|P|mask|seg|label)$/i

/** PNG files that are masks by their places and whose table is not among the files, with the names that the table may have. */
export function masksWithoutTable(files: readonly DatasetFile[]): ReadonlyMap<DatasetFile, string> {
  const own = files.filter(({ path }) => !isAside(path))
  const has = (table: RegExp) => own.some(({ path }) => table.test(path))
  const [hasColours, hasCodes, hasLegend] = [has(COLOURS), has(CODES), has(LEGEND)]
  const images = new Set(own.flatMap(({ path }) => (isImageName(path) ? folded(withoutEnding(path)) : [])))
  const isThere = (stem: string) => images.has(folded(stem))

  function tableOf(path: string): string | undefined {
    const [folder, stem] = [folderOf(path), baseName(withoutEnding(path))]
    const bare = stem.replace(MARK, '')
    if (!hasLegend && /_mask$/i.test(stem) && isThere(join(folder, bare))) return '_classes.csv'
    if (hasColours || TABLELESS.test(path)) return undefined
    const beside = foldersBeside(folder)
    const isMask = beside.some((other) => isThere(join(other, bare)) || isThere(join(other, stem)))
    if (!isMask) return undefined
    const isCoded = /_P$/i.test(stem)
    return isCoded && hasCodes ? undefined : isCoded ? 'codes.txt' : 'label_colors.txt or class_dict.csv'
  }

  const found = own.flatMap((file) => {
    const table = /\.png$/i.test(file.path) ? tableOf(file.path) : undefined
    return table === undefined ? [] : [[file, table] as const]
  })
  return new Map(found)
}

export function tablelessSentence(table: string): string {
  return `Masks in this folder are not used: their class table, ${table}, is missing.`
}

/** Where the images of a folder of masks lie. */
function foldersBeside(folder: string): readonly string[] {
  const beside = FOLDER_BESIDE.test(folder) ? [folder.replace(FOLDER_BESIDE, '')] : []
  const inside = FOLDER_OF_MASKS.test(folder)
    ? FOLDERS_OF_IMAGES.map((name) => folder.replace(FOLDER_OF_MASKS, name))
    : []
  return [...beside, ...inside]
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
