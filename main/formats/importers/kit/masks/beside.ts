import { isImageName } from '#common/image-kinds'
import { folded } from '#core/exchange/datasets/places'
import type { DatasetFile } from '#core/exchange/datasets/ports'
import { folderOf, isAside, withoutEnding } from '../paths.ts'

/** Where masks of public datasets lie, and where their images do, without the ending. */
const PLACES = {
  'oxford-pets': [/(?<=^|\/)annotations\/trimaps\/(?<stem>[^/]+)\.png$/i, 'images/$<stem>'],
  'mvtec-ad': [/(?<=^|\/)ground_truth\/(?<defect>[^/]+)\/(?<stem>[^/]+)_mask\.png$/i, 'test/$<defect>/$<stem>'],
  'mapillary-vistas': [
    /(?<=(?:^|\/)(?:training|validation|testing)\/)(?:v\d[\d.]*\/)?(?:labels|instances|panoptic)\/(?<stem>[^/]+)\.png$/i,
    'images/$<stem>',
  ],
} as const satisfies Readonly<Record<string, Place>>

type Place = readonly [mask: RegExp, image: string]

type BesideKind = keyof typeof PLACES

/** The masks of a dataset by their places, each with its image: nothing but an image that lies where it should shows that they are none. */
export function masksBeside(files: readonly DatasetFile[], kind: BesideKind): ReadonlyMap<DatasetFile, string> {
  return masksAt(PLACES[kind], files)
}

function masksAt([mask, image]: Place, files: readonly DatasetFile[]): ReadonlyMap<DatasetFile, string> {
  const masks = files.filter(({ path }) => mask.test(path) && !isAside(path))
  if (masks.length === 0) return new Map()
  const stems = new Set(files.flatMap(({ path }) => (isImageName(path) ? folded(withoutEnding(path)) : [])))
  const pairs = masks.map((file) => [file, file.path.replace(mask, image)] as const)
  return new Map(pairs.filter(([, stem]) => stems.has(folded(stem))))
}

/** The masks of all such datasets. */
export function allMasksBeside(files: readonly DatasetFile[]): ReadonlySet<DatasetFile> {
  return new Set(Object.values(PLACES).flatMap((place) => [...masksAt(place, files).keys()]))
}

/** One mask of each folder of them, but for those of the dataset that is read. */
export function oneMaskOfEachFolder(files: readonly DatasetFile[], read: string | undefined): readonly DatasetFile[] {
  const others = Object.entries(PLACES).filter(([kind]) => kind !== read)
  const masks = others.flatMap(([, place]) => [...masksAt(place, files).keys()])
  return [...Map.groupBy(masks, ({ path }) => folderOf(path)).values()].flatMap(([first]) => first ?? [])
}
