import { isImageName } from '#common/image-kinds'
import { folded } from '#core/exchange/datasets/places'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { beginsAs, HEAD_BYTES, isOther } from '../image-texts.ts'
import { imagePlaces, isInLabelFolder } from '../images.ts'
import { baseName, endingOf, folderOf, isAside, withoutEnding } from '../paths.ts'

/** Words in names of folders that tell no image from another. */
const OF_FOLDERS =
  /^(?:labels?|lbls?|annotations?|annots?|anns?|txts?|texts?|yolo|bbox(?:es)?|box(?:es)?|images?|imgs?|pics?|images?|photos?|frames?|jpegimages|jpe?gs?|pngs?|data)$/
/** So many files of a folder show what the others are. */
const SAMPLES = 8

/** The path without ending of the one image that each text file can be about, by the path of the text file. */
type TextsApart = ReadonlyMap<string, string>

/**
 * Text files that lie neither beside images nor in a folder for labels. Each is about the image whose folders differ from its own only in
 * words for images and labels, as in `train_imgs` and `train_lbls`, or else about the only image of its name. Images with a text file
 * where it belongs, or with several such files, have none.
 */
export function textsApart(dataset: DatasetFiles): TextsApart {
  const { files } = dataset
  const places = imagePlaces(dataset)
  const isText = (file: DatasetFile) => endingOf(file.path) === '.txt' && !isAside(file.path)
  const texts = files.filter(isText)
  const isHome = (file: DatasetFile) => places.isThere(file) || isInLabelFolder(file)
  const served = new Set(texts.filter(isHome).map((file) => folded(places.of(file))))
  const stems = files.flatMap(({ path }) => (isImageName(path) && !isAside(path) ? withoutEnding(path) : []))
  const finders = [tellingPath, (path: string) => folded(baseName(path))].map((keyOf) => onlyOne(stems, keyOf))
  const found = texts.flatMap((file) => {
    if (isHome(file) || isOther(file)) return []
    const stem = withoutEnding(file.path)
    const image = finders.map((find) => find(stem)).find((each) => each !== undefined)
    return image === undefined || served.has(folded(image)) ? [] : [{ file, image }]
  })
  const claims = Map.groupBy(found, ({ image }) => image)
  return new Map(
    [...claims].flatMap(([image, [only, ...others]]) => (only && others.length === 0 ? [[only.file.path, image]] : [])),
  )
}

/** Of these files those in folders whose files are of the wanted kind by the lines they begin with; one without any line says nothing. */
export async function wantedApart(
  dataset: DatasetFiles,
  isWanted: (line: string) => boolean,
): Promise<readonly DatasetFile[]> {
  const wanted: DatasetFile[] = []
  const apart = textsApart(dataset)
  const files = dataset.files.filter(({ path }) => apart.has(path))
  for (const each of Map.groupBy(files, ({ path }) => folderOf(path)).values()) {
    const samples = each.filter(({ bytes }) => bytes > 0).slice(0, SAMPLES)
    const heads = await Promise.all(samples.map((file) => dataset.head(file, HEAD_BYTES)))
    const ours = heads.filter((head) => beginsAs(head, isWanted))
    if (heads.length > 0 && ours.length * 2 > heads.length) wanted.push(...each)
  }
  return wanted
}

/** Finds what has the same key as a path, where that is one alone. */
function onlyOne(stems: readonly string[], keyOf: (path: string) => string): (path: string) => string | undefined {
  const byKey = Map.groupBy(stems, keyOf)
  return (path) => {
    const [only, ...others] = byKey.get(keyOf(path)) ?? []
    return others.length === 0 ? only : undefined
  }
}

/** A path without words for images and labels in the names of its folders. */
function tellingPath(path: string): string {
  const folders = folded(folderOf(path)).split('/')
  const telling = folders.map((folder) =>
    folder
      .split(/[-_. ]+/)
      .filter((word) => !OF_FOLDERS.test(word))
      .join('_'),
  )
  return [...telling.filter((folder) => folder !== ''), folded(baseName(path))].join('/')
}
