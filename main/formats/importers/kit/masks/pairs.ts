import { isImageName } from '#common/image-kinds'
import { folded } from '#core/exchange/datasets/places'
import type { DatasetFile } from '#core/exchange/datasets/ports'
import { baseName, endingOf, folderOf, isAside, withoutEnding } from '../paths.ts'

/** An image that may be the mask of another one. */
export interface MaskPair {
  readonly mask: DatasetFile
  readonly image: DatasetFile
  /** Masks of one kind are judged together. */
  readonly kind: string
  /** The places of both say so; of any other pair the pixels must say it. */
  readonly isPlain: boolean
}

/** `train_labels` beside `train`. */
const FOLDER_BESIDE = /(?<=[^/])(?:annot|_labels?|_masks?|_annotations?)$/i
/** `masks` beside `images`. */
const FOLDER_OF_MASKS = /(?<=^|\/)(?:labels?|masks?|annot(?:ation)?s?|segmentations?|trimaps?)(?=$|\/)/i
const FOLDERS_OF_IMAGES = ['images', 'image', 'imgs', 'img', 'jpegimages']

/** Folders that are called after masks, and after images. */
const MASKS =
  /^(?:.*[_-])?(?:labels?|masks?|ann|annot(?:ation)?s?|segmentations?|segs?|trimaps?|gts?|ground[_-]?truths?)(?:_(?:png|dir|color))?$|annot$/i
const IMAGES =
  /^(?:.*[_-])?(?:images?|imgs?|jpegimages|photos?|images?|data|inputs?|originals?|sat|rgb)(?:_(?:png|jpg|dir))?$/i
/** Masks that are no PNG files: words that mean nothing else. */
const PLAINLY_MASKS = /(?:^|[/_-])(?:masks?|segmentations?)(?:$|\/)/i

const MARK = /_(?:L|P|masks?|seg|segmentation|labels?|labelIds|gt|annotation|matte)$/i
/** `1_sat.jpg` and `1_mask.png`. */
const MARKS_OF_IMAGES = ['', '_sat', '_image', '_img', '_rgb']

/** The folder that labelme_json_to_dataset writes of one image: the folder has a list of names. */
const DUMPED = /(?:^|\/)label\.png$/i
const DRAWN = /(?:^|\/)label_viz\.png$/i

/** Folders of labelme_json_to_dataset. */
function dumps(files: readonly DatasetFile[]): ReadonlySet<string> {
  return new Set(files.flatMap(({ path }) => (/(?:^|\/)label_names\.txt$/i.test(path) ? folderOf(path) : [])))
}

/** Images that only show what a mask says. */
export function drawnMasks(files: readonly DatasetFile[]): readonly DatasetFile[] {
  const own = dumps(files)
  return files.filter(({ path }) => DRAWN.test(path) && own.has(folderOf(path)))
}

/** Every image that by its name may be the mask of another one. */
export function maskPairs(files: readonly DatasetFile[]): readonly MaskPair[] {
  const own = dumps(files)
  const isDumped = (path: string) => DUMPED.test(path) && own.has(folderOf(path))
  const images = files.filter(({ path }) => isImageName(path) && !isAside(path))
  const isHinted = (path: string) => MARK.test(withoutEnding(path)) || foldersOf(path).some(isOfMasks)
  const hinted = images.filter(({ path }) => isHinted(path) || isDumped(path))
  if (hinted.length === 0) return []
  const byPath = new Map(images.map((file) => [folded(withoutEnding(file.path)), file]))
  const byName = Map.groupBy(images, ({ path }) => folded(baseName(withoutEnding(path))))
  return hinted.flatMap((mask) => {
    const plain = isDumped(mask.path) ? byPath.get(folded(join(folderOf(mask.path), 'img'))) : plainImage(mask, byPath)
    if (plain) return pairOf(mask, plain, true)
    const loose = endingOf(mask.path) === '.png' ? looseImage(mask, byName) : undefined
    return loose ? pairOf(mask, loose, false) : []
  })
}

function pairOf(mask: DatasetFile, image: DatasetFile, isPlain: boolean): MaskPair {
  const { path } = mask
  const folder = foldersOf(path).find(isOfMasks) ?? ''
  const kind = [folder, MARK.exec(withoutEnding(path))?.[0], endingOf(path), isPlain].join(' ').toLowerCase()
  return { mask, image, kind, isPlain }
}

/** The image in the folder beside that is called like the folder of the masks, or in the same one. */
function plainImage({ path }: DatasetFile, byPath: ReadonlyMap<string, DatasetFile>): DatasetFile | undefined {
  const [folder, stem] = [folderOf(path), baseName(withoutEnding(path))]
  const isPng = endingOf(path) === '.png'
  if (!isPng && !PLAINLY_MASKS.test(folder)) return undefined
  const bare = stem.replace(MARK, '')
  const isMarked = isPng && /_mask$/i.test(stem)
  const places = [...(isMarked ? [join(folder, bare)] : []), ...beside(folder, [bare, stem])]
  return places.map((place) => byPath.get(folded(place))).find((found) => found && found.path !== path)
}

/** Where the images of a folder of masks lie. */
function beside(folder: string, stems: readonly string[]): readonly string[] {
  const near = FOLDER_BESIDE.test(folder) ? [folder.replace(FOLDER_BESIDE, '')] : []
  const inside = FOLDER_OF_MASKS.test(folder)
    ? FOLDERS_OF_IMAGES.map((name) => folder.replace(FOLDER_OF_MASKS, name))
    : []
  return [...near, ...inside].flatMap((place) => stems.map((stem) => join(place, stem)))
}

/** The only image of its name that is nearest, in a folder of images, or beside a mask that is marked in its name. */
function looseImage(mask: DatasetFile, byName: ReadonlyMap<string, readonly DatasetFile[]>): DatasetFile | undefined {
  const stem = baseName(withoutEnding(mask.path))
  const bare = stem.replace(MARK, '')
  const names = [...new Set([...MARKS_OF_IMAGES.map((mark) => `${bare}${mark}`), stem])]
  const named = names.flatMap((name) => byName.get(folded(name)) ?? [])
  const found = named.flatMap((image) => {
    const [own, others] = apart(foldersOf(mask.path), foldersOf(image.path))
    const isOther = image !== mask && !others.some(isOfMasks)
    const isPair =
      isOther && ((own.some(isOfMasks) && others.some(isOfImages)) || (stem !== bare && isNear(own, others)))
    return isPair ? { image, distance: own.length + others.length } : []
  })
  const least = Math.min(...found.map(({ distance }) => distance))
  const [nearest, ...more] = found.filter(({ distance }) => distance === least)
  return more.length === 0 ? nearest?.image : undefined
}

/** In the same folder, or in the one beside. */
function isNear(own: readonly string[], others: readonly string[]): boolean {
  return own.length === others.length && own.length <= 1
}

/** The folders of two files from where they part. */
function apart(one: readonly string[], other: readonly string[]): readonly [readonly string[], readonly string[]] {
  const at = one.findIndex((part, index) => part !== other[index])
  const shared = at < 0 ? one.length : at
  return [one.slice(shared), other.slice(shared)]
}

function isOfMasks(folder: string): boolean {
  return MASKS.test(folder)
}

function isOfImages(folder: string): boolean {
  return IMAGES.test(folder)
}

function foldersOf(path: string): readonly string[] {
  return path.split('/').slice(0, -1)
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}
