import { isImageName } from '#common/image-kinds'
import { folded } from '#core/exchange/datasets/places'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { baseName, folderOf, withoutEnding } from './paths.ts'

/** Folders of label files, beside the folder of their images. */
const LABEL_FOLDER =
  /(?<=^|\/)(?:labels?|labelTxt(?:-v[\d.]+)?|annotations?|xmls?)(?=\/(?!.*\/(?:labels?|labelTxt(?:-v[\d.]+)?|annotations?|xmls?)\/))/i

/** Usual names of image folders, the most usual first. */
const IMAGE_FOLDERS = ['images', 'JPEGImages', 'imgs', 'img', 'image', 'data']

/** The images that label files of one image each belong to. */
export interface ImagePlaces {
  /** The path of the image without its ending; where no image lies, the one that it should have. */
  of(label: DatasetFile): string
  /** Whether an image lies where it should. */
  isThere(label: DatasetFile): boolean
  /** Whether an image has this name. */
  isNamed(name: string): boolean
}

export function imagePlaces({ files }: DatasetFiles): ImagePlaces {
  const stems = new Set(files.filter(({ path }) => isImageName(path)).map(({ path }) => folded(withoutEnding(path))))
  const placeOf = ({ path }: DatasetFile) => {
    const stem = withoutEnding(path)
    const beside = IMAGE_FOLDERS.map((folder) => stem.replace(LABEL_FOLDER, folder))
    const around = stem.replace(LABEL_FOLDER, '').replaceAll('//', '/').replace(/^\//, '')
    const found = [stem, ...beside, around].find((place) => stems.has(folded(place)))
    return { place: found ?? beside[0] ?? stem, isThere: found !== undefined }
  }
  const names = new Set(files.map(({ path }) => folded(baseName(path))))
  return {
    isNamed: (name) => names.has(folded(baseName(name))),
    of: (label) => placeOf(label).place,
    isThere: (label) => placeOf(label).isThere,
  }
}

/** YOLO 1.1 of CVAT keeps the folders of its images below the one of the split: `obj_train_data/cam1/a.txt`. */
export const CVAT_FOLDER = /(?<=^|\/)obj_[^/]*_data(?=\/)/i

/** Whether the file lies in a folder that by its name is for label files. */
export function isInLabelFolder({ path }: DatasetFile): boolean {
  return LABEL_FOLDER.test(`${folderOf(path)}/`) || CVAT_FOLDER.test(path)
}
