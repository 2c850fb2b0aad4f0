import { message } from '#common/messages/message'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'
import type { Findings } from '../define.ts'
import { classifiedMask, type ValueClass } from '../kit/masks/classified.ts'
import { objectsOfMask } from '../kit/masks/described.ts'
import { readRegions } from '../kit/masks/files.ts'
import type { Pause } from '../kit/pauses.ts'

/** The classes in the order of their numbers; the first four are the void. */
const CLASSES = [
  'unlabeled',
  'ego vehicle',
  'rectification border',
  'out of roi',
  'static',
  'dynamic',
  'ground',
  'road',
  'sidewalk',
  'parking',
  'rail track',
  'building',
  'wall',
  'fence',
  'guard rail',
  'bridge',
  'tunnel',
  'pole',
  'polegroup',
  'traffic light',
  'traffic sign',
  'vegetation',
  'terrain',
  'sky',
  'person',
  'rider',
  'car',
  'truck',
  'bus',
  'caravan',
  'trailer',
  'train',
  'motorcycle',
  'bicycle',
]
const VOID = 4
/** Objects of these classes have numbers of their own: the class times a thousand and a count from 0. */
const [FIRST_THING, STEP] = [24, 1000]

/** The classes that models are trained with, by the numbers of training. */
const TRAINED = [7, 8, 11, 12, 13, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 31, 32, 33]
const NOT_TRAINED = 255

function classOf(number: number): ValueClass {
  return number < VOID ? { className: undefined, nobody: 'void' } : { className: CLASSES[number] }
}

/** An object, or a group of objects that nobody told apart. */
function classOfInstance(number: number): ValueClass {
  return number < STEP ? { ...classOf(number), crowd: number >= FIRST_THING } : classOf(Math.floor(number / STEP))
}

function classOfTrained(number: number): ValueClass {
  return number === NOT_TRAINED ? classOf(0) : { className: CLASSES[TRAINED[number] ?? CLASSES.length] }
}

/** How numbers of a mask are read. The kinds are in the order in which they are wanted. */
const KINDS: readonly (readonly [string, (number: number) => ValueClass])[] = [
  ['instanceIds', classOfInstance],
  ['labelIds', classOf],
  ['labelTrainIds', classOfTrained],
]

const MASK = /_gt(?:Fine|Coarse)_(?<kind>labelIds|labelTrainIds|instanceIds|instanceTrainIds|color)\.png$/

export function isCityMask(path: string): boolean {
  return MASK.test(path)
}

/** The path of a file without the ending that tells its kind. */
export function cityStem(path: string): string {
  return path.replace(/_(?:labelIds|labelTrainIds|instanceIds|instanceTrainIds|color)\.png$|_polygons\.json$/, '')
}

/** Of the masks of one image the one that says most; undefined where none can be read. */
export function bestCityMask(masks: readonly DatasetFile[]): DatasetFile | undefined {
  const found = KINDS.map(([kind]) => masks.find(({ path }) => MASK.exec(path)?.groups?.['kind'] === kind))
  return found.find((mask) => mask !== undefined)
}

interface CityMask {
  readonly file: DatasetFile
  readonly dataset: DatasetFiles
  readonly name: string
  readonly pause: Pause
}

/** The objects of an image by the numbers of a mask; the void is no object. */
export async function* readCityMask({ file, dataset, name, pause }: CityMask): Findings {
  const { path } = file
  const read = await readRegions(dataset, file, pause)
  if (!read.ok) return yield read.error
  const { png } = read.value
  if (png.isColoured) return yield { path, reason: message('mask-is-coloured') }
  const kind = MASK.exec(path)?.groups?.['kind']
  const reader = KINDS.find(([known]) => known === kind)?.[1] ?? classOf
  const { objects, strange, isPartial } = await classifiedMask(read.value, reader, pause)
  for (const number of strange) yield { path, reason: message('pixel-value-unused', { value: number }) }
  yield { name, source: { path }, isPartial, objects: objectsOfMask(png, objects) }
}
