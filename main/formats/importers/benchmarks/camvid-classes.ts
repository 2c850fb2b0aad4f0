import { message } from '#common/messages/message'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import type { PngPixels } from '../../kit/png/reader.ts'
import type { ValueClass } from '../kit/masks/classified.ts'
import { readColourRow } from '../kit/masks/colour-rows.ts'
import { baseName } from '../kit/paths.ts'
import { readText } from '../kit/texts.ts'

interface ClassRow {
  readonly name: string
  /** As 0xRRGGBB; absent in a list of names alone. */
  readonly colour?: number
}

export interface CamVidClasses {
  readonly rows: readonly ClassRow[]
  readonly problems: readonly DatasetProblem[]
}

/** SegNet's eleven classes in the order of their numbers, and the void behind them. */
export const SEGNET: CamVidClasses = rowsOf([
  'Sky',
  'Building',
  'Pole',
  'Road',
  'Pavement',
  'Tree',
  'SignSymbol',
  'Fence',
  'Car',
  'Pedestrian',
  'Bicyclist',
  'Unlabelled',
])

/** The colors of the publication, for masks that come without its table. */
export const PUBLISHED: CamVidClasses = rowsOf([
  '64 128 64 Animal',
  '192 0 128 Archway',
  '0 128 192 Bicyclist',
  '0 128 64 Bridge',
  '128 0 0 Building',
  '64 0 128 Car',
  '64 0 192 CartLuggagePram',
  '192 128 64 Child',
  '192 192 128 Column_Pole',
  '64 64 128 Fence',
  '128 0 192 LaneMkgsDriv',
  '192 0 64 LaneMkgsNonDriv',
  '128 128 64 Misc_Text',
  '192 0 192 MotorcycleScooter',
  '128 64 64 OtherMoving',
  '64 192 128 ParkingBlock',
  '64 64 0 Pedestrian',
  '128 64 128 Road',
  '128 128 192 RoadShoulder',
  '0 0 192 Sidewalk',
  '192 128 128 SignSymbol',
  '128 128 128 Sky',
  '64 128 192 SUVPickupTruck',
  '0 0 64 TrafficCone',
  '0 64 64 TrafficLight',
  '192 64 128 Train',
  '128 128 0 Tree',
  '192 128 192 Truck_Bus',
  '64 0 64 Tunnel',
  '192 192 0 VegetationMisc',
  '0 0 0 Void',
  '64 192 0 Wall',
])

function rowsOf(lines: readonly string[]): CamVidClasses {
  return { rows: lines.map((line) => readColourRow(line) ?? { name: line }), problems: [] }
}

/** The classes of a table of colors, or of a list with a name on each line. */
export async function readCamVidClasses(table: DatasetFile, dataset: DatasetFiles): Promise<CamVidClasses> {
  const text = await readText(dataset, table)
  if (!text.ok) return { rows: [], problems: [text.error] }
  const isList = /^codes\.txt$/i.test(baseName(table.path))
  const rows: ClassRow[] = []
  const problems: DatasetProblem[] = []
  for (const [index, line] of text.value.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const row = isList ? { name: line.trim() } : readColourRow(line)
    if (row) rows.push(row)
    // The first line may be a head.
    else if (index > 0) problems.push({ path: table.path, line: index + 1, reason: ODD_ROW })
  }
  return { rows, problems }
}

const ODD_ROW = message('row-skipped', {}, message('row-needs-name-and-colour'))

export function isVoid(name: string): boolean {
  return /^(?:void|unlabell?ed|background)$/i.test(name)
}

/** The class of a value of a mask: by its color, else by its place in the table. */
export function classNamer({ rows }: CamVidClasses, { isColoured, palette }: PngPixels) {
  const byColour = new Map(rows.map(({ colour, name }) => [colour, name]))
  const nameOf = (value: number) =>
    isColoured ? byColour.get(value) : (byColour.get(palette?.[value] ?? -1) ?? rows[value]?.name)
  return (value: number): ValueClass => {
    const className = nameOf(value)
    if (className === undefined || !isVoid(className)) return { className }
    // Only where it stands first in the table, as in a version of Tessera, it is the background.
    return { className, nobody: className === rows[0]?.name ? 'background' : 'void' }
  }
}
