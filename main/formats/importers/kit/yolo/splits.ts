import { isImageName } from '#common/image-kinds'
import type { Split } from '#common/split'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import { CVAT_FOLDER } from '../images.ts'
import { folderOf, resolvePath, splitInName, tailsOf, withoutEnding } from '../paths.ts'
import { textLines } from '../texts.ts'
import type { YoloDescription } from './data-yaml.ts'

/** The split that `data.yaml` gives an image, by its path without an ending. */
export type SplitFinder = (image: string) => Split | undefined

/** Places are folders, or lists of images. */
export async function splitFinder(
  { places }: Pick<YoloDescription, 'places'>,
  dataset: DatasetFiles,
): Promise<SplitFinder> {
  const listed = new Map<string, Split>()
  const folders: (readonly [Split, string])[] = []
  if (places.length === 0) return () => undefined
  const there = placesOf(dataset.files)
  for (const [split, each] of places) {
    const list = each.map((place) => there.files.get(place)).find((file) => file !== undefined)
    if (!list) folders.push([split, `${folderAmong(each, there.folders)}/`])
    for (const image of list ? await listedImages(list, dataset, there.stems) : []) listed.set(image, split)
  }
  return (image) => listed.get(image) ?? folders.find(([, folder]) => image.startsWith(folder))?.[0]
}

interface Places {
  readonly files: ReadonlyMap<string, DatasetFile>
  readonly folders: ReadonlySet<string>
  /** Of images, without their endings. */
  readonly stems: ReadonlySet<string>
}

function placesOf(files: readonly DatasetFile[]): Places {
  return {
    files: new Map(files.map((file) => [file.path, file])),
    folders: new Set([...new Set(files.map(({ path }) => folderOf(path)))].flatMap(foldersAbove)),
    stems: new Set(files.flatMap(({ path }) => (isImageName(path) ? withoutEnding(path) : []))),
  }
}

function foldersAbove(folder: string): readonly string[] {
  return folder === '' ? [] : [folder, ...foldersAbove(folderOf(folder))]
}

/** A last part alone, such as `images`, says too little. */
function folderAmong(places: readonly string[], folders: ReadonlySet<string>): string {
  const [first = ''] = places
  return places.find((place) => folders.has(place) && (place === first || place.includes('/'))) ?? first
}

/** Paths count from the root or from the list; those of another machine mean the image with the longest tail of them. */
async function listedImages(
  list: DatasetFile,
  dataset: DatasetFiles,
  stems: Places['stems'],
): Promise<readonly string[]> {
  const images: string[] = []
  const folder = folderOf(list.path)
  for await (const line of textLines(dataset, list)) {
    if (!('text' in line)) continue
    const said = line.text.trim()
    // Darknet is meant to find the dataset in a folder of that name.
    const written = [said, said.replace(/^(?:\.\/)?data\//, '')]
    const paths = ['', folder].flatMap((place) => written.flatMap((path) => resolvePath(place, path) ?? []))
    const near = paths.map(withoutEnding)
    const isNear = near.some((path) => stems.has(path))
    const far = isNear ? undefined : tailsOf(withoutEnding(said), folder).find((path) => stems.has(path))
    images.push(...(far === undefined ? near : [far]))
  }
  return images
}

/** YOLO 1.1 of CVAT keeps the text files of a split in `obj_train_data`, `obj_Validation_data` … */
export function splitOfTexts({ path }: DatasetFile): Split | undefined {
  const [folder] = CVAT_FOLDER.exec(path) ?? []
  return folder === undefined ? undefined : splitInName(folder)
}
