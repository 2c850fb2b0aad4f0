import type { DatasetFile, DatasetFiles } from '#core/datasets/ports'
import { folderOf, isPicture, withoutEnding } from './paths.ts'

/** Folders of label files, beside the folder of their pictures. */
const LABEL_FOLDER = /(?<=^|\/)(?:labels|labelTxt|label)(?=\/(?!.*\/(?:labels|labelTxt|label)\/))/i

/** The pictures that label files of one picture each belong to. */
export interface PicturePlaces {
  /** The path of the picture without its ending; where no picture lies, the one that it should have. */
  of(label: DatasetFile): string
  /** Whether a picture lies where it should. */
  isThere(label: DatasetFile): boolean
}

export function picturePlaces({ files }: DatasetFiles): PicturePlaces {
  const stems = new Set(
    files.filter(({ path }) => isPicture(path)).map(({ path }) => withoutEnding(path).toLowerCase()),
  )
  const placeOf = ({ path }: DatasetFile) => {
    const stem = withoutEnding(path)
    const beside = stem.replace(LABEL_FOLDER, 'images')
    const wanted = [stem, beside, stem.replace(LABEL_FOLDER, '').replaceAll('//', '/').replace(/^\//, '')]
    const found = wanted.find((place) => stems.has(place.toLowerCase()))
    return { place: found ?? beside, isThere: found !== undefined }
  }
  return { of: (label) => placeOf(label).place, isThere: (label) => placeOf(label).isThere }
}

/** Whether the file lies in a folder that by its name is for label files. */
export function isInLabelFolder({ path }: DatasetFile): boolean {
  return LABEL_FOLDER.test(`${folderOf(path)}/`)
}
