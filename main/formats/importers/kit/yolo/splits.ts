import type { Split } from '#common/split'
import type { DatasetFile, DatasetFiles } from '#core/datasets/ports'
import { folderOf, resolvePath, splitInName, withoutEnding } from '../paths.ts'
import { CVAT_FOLDER } from '../pictures.ts'
import { textLines } from '../texts.ts'
import type { YoloDescription } from './data-yaml.ts'

/** The split that `data.yaml` gives a picture, by its path without an ending. */
export type SplitFinder = (picture: string) => Split | undefined

/** Places are folders, or lists of pictures. */
export async function splitFinder(
  { places }: Pick<YoloDescription, 'places'>,
  dataset: DatasetFiles,
): Promise<SplitFinder> {
  const listed = new Map<string, Split>()
  const folders: (readonly [Split, string])[] = []
  for (const [split, place] of places) {
    const list = dataset.files.find(({ path }) => path === place)
    if (!list) folders.push([split, `${place}/`])
    for (const picture of list ? await listedPictures(list, dataset) : []) listed.set(picture, split)
  }
  return (picture) => listed.get(picture) ?? folders.find(([, folder]) => picture.startsWith(folder))?.[0]
}

/** Paths count from the root or from the list. */
async function listedPictures(list: DatasetFile, dataset: DatasetFiles): Promise<readonly string[]> {
  const pictures: string[] = []
  for await (const line of textLines(dataset, list)) {
    if (!('text' in line)) continue
    // Darknet is meant to find the data set in a folder of that name.
    const written = [line.text.trim(), line.text.trim().replace(/^(?:\.\/)?data\//, '')]
    const paths = ['', folderOf(list.path)].flatMap((folder) =>
      written.flatMap((path) => resolvePath(folder, path) ?? []),
    )
    pictures.push(...paths.map(withoutEnding))
  }
  return pictures
}

/** YOLO 1.1 of CVAT keeps the text files of a split in `obj_train_data`, `obj_Validation_data` … */
export function splitOfTexts({ path }: DatasetFile): Split | undefined {
  const [folder] = CVAT_FOLDER.exec(path) ?? []
  return folder === undefined ? undefined : splitInName(folder)
}
