import type { DatasetFile, DatasetFiles, DatasetProblem, ListedClasses } from '#core/datasets/ports'
import { VOID, vocColour } from '../../../exporters/voc-colours.ts'
import type { PngPixels } from '../../../kit/png/reader.ts'
import { nearest } from '../nearest.ts'
import { folderOf } from '../paths.ts'
import { readText } from '../texts.ts'

/** The class that a colour, as 0xRRGGBB, stands for. */
export type ClassColours = (colour: number) => string | undefined

/** The classes of the benchmark itself, whose data sets come without a table. */
const VOC_CLASSES = [
  ...['aeroplane', 'bicycle', 'bird', 'boat', 'bottle', 'bus', 'car', 'cat', 'chair', 'cow', 'diningtable', 'dog'],
  ...['horse', 'motorbike', 'person', 'pottedplant', 'sheep', 'sofa', 'train', 'tvmonitor'],
]
const VOC_COLOURS = new Map(VOC_CLASSES.map((name, index) => [numberOf(vocColour(index + 1)), name]))

const TABLE = /(?:^|\/)labelmap\.txt$/i
const ROW = /^(?<name>[^:#][^:]*):\s*(?<red>\d{1,3}),\s*(?<green>\d{1,3}),\s*(?<blue>\d{1,3})\s*(?::|$)/

interface ReadColours {
  /** What holds for a mask. */
  readonly colours: (mask: DatasetFile) => ClassColours
  readonly problems: readonly DatasetProblem[]
  readonly listed: readonly ListedClasses[]
}

/** The colours of `labelmap.txt`, whose rows are `name:red,green,blue:parts:actions`; without one those of the benchmark. */
export async function readClassColours(dataset: DatasetFiles): Promise<ReadColours> {
  const tables = new Map<string, ReadonlyMap<number, string>>()
  const problems: DatasetProblem[] = []
  for (const file of dataset.files.filter(({ path }) => TABLE.test(path))) {
    const text = await readText(dataset, file)
    if (!text.ok) problems.push(text.error)
    else tables.set(folderOf(file.path), readTable(text.value, file.path, problems))
  }
  const tableOf = nearest(tables)
  const listed = [...tables.values()].map((table) => ({
    classNames: [...table].flatMap(([colour, name]) => (isNobody(colour) ? [] : name)),
  }))
  return { colours: (mask) => (colour) => (tableOf(mask) ?? VOC_COLOURS).get(colour), problems, listed }
}

function readTable(text: string, path: string, problems: DatasetProblem[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const { name, red, green, blue } = ROW.exec(line)?.groups ?? {}
    const colour = [red, green, blue].map(Number)
    if (name !== undefined && colour.every((value) => value <= 255)) names.set(numberOf(colour), name.trim())
    else
      problems.push({
        path,
        line: index + 1,
        reason: 'Row skipped: a name and three numbers from 0 to 255 are required.',
      })
  }
  return names
}

/** The colour of a value of a mask; grey masks have the numbers of VOC's colours. */
export function colourOf({ palette, isColoured }: PngPixels, value: number): number {
  return isColoured ? value : (palette?.[value] ?? numberOf(vocColour(value)))
}

const VOID_COLOUR = numberOf(vocColour(VOID))

/** The background, and the borders that belong to nobody. */
export function isNobody(colour: number): boolean {
  return colour === 0 || colour === VOID_COLOUR
}

/** What is left out of training and judging. */
export function isVoidColour(colour: number): boolean {
  return colour === VOID_COLOUR
}

/** `128,0,0`. */
export function shownColour(colour: number): string {
  return [colour >> 16, (colour >> 8) & 255, colour & 255].join(',')
}

function numberOf([red = 0, green = 0, blue = 0]: readonly number[]): number {
  return red * 65536 + green * 256 + blue
}
