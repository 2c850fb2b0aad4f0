import { isPicturePath } from '#core/datasets/places'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/datasets/ports'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { type MaskObject, objectsOfMask } from '../kit/masks/described.ts'
import { readMask } from '../kit/masks/files.ts'
import { outlinesOfRegion, regionsOf } from '../kit/masks/regions.ts'
import { baseName, folderOf, isAside, withoutEnding } from '../kit/paths.ts'
import { type Pause, pauses } from '../kit/pauses.ts'
import { readText } from '../kit/texts.ts'

const TABLE = /^(?:label_colors\.txt|class_dict\.csv)$/i

/** `701_StillsRaw_full/a.png` and `LabeledApproved_full/a_L.png`; `train` and `trainannot`, `train_labels`, `train_mask`. */
const FOLDER = /^(?:LabeledApproved_full|.*(?:annot|_?labels?|_?masks?))$/i

/** CamVid: masks in the colours of a table, or in the places of its rows. */
export const camVid = defineImporter({
  id: 'camvid',
  title: 'CamVid',
  isOfMasks: true,
  async recognise({ files }) {
    const tables = files.filter(({ path }) => TABLE.test(baseName(path)) && !isAside(path))
    const masks = files.filter(({ path }) => isMask(path))
    return tables.length > 0 && masks.length > 0 ? [...tables, ...masks] : []
  },
  async *read(labels, dataset) {
    const masks = labels.filter(({ path }) => isPicturePath(path))
    const [table] = labels.filter(({ path }) => !isPicturePath(path))
    const classes = table ? await readTable(table, dataset) : { rows: [], problems: [] }
    yield* classes.problems
    yield { classNames: classes.rows.flatMap(({ name }) => (isVoid(name) ? [] : name)) }
    const pause = pauses()
    yield* eachFile(masks, (file) => readFile({ file, dataset, rows: classes.rows, pause }))
  },
})

function isMask(path: string): boolean {
  return /\.png$/i.test(path) && !isAside(path) && FOLDER.test(baseName(folderOf(path)))
}

interface ClassRow {
  readonly name: string
  readonly colour: number
}

async function readTable(table: DatasetFile, dataset: DatasetFiles) {
  const text = await readText(dataset, table)
  if (!text.ok) return { rows: [], problems: [text.error] }
  const rows: ClassRow[] = []
  const problems: DatasetProblem[] = []
  for (const [index, line] of text.value.split(/\r?\n/).entries()) {
    const row = readRow(line)
    if (row) rows.push(row)
    // The first line may be a head.
    else if (index > 0 && line.trim() !== '') problems.push({ path: table.path, line: index + 1, reason: ODD_ROW })
  }
  return { rows, problems }
}

const SPACED = /^\s*(?<r>\d{1,3})\s+(?<g>\d{1,3})\s+(?<b>\d{1,3})\s+(?<name>\S.*?)\s*$/
const SEPARATED = /^\s*(?<name>[^,]+?)\s*,\s*(?<r>\d{1,3})\s*,\s*(?<g>\d{1,3})\s*,\s*(?<b>\d{1,3})\s*$/

/** `64 128 64 Animal`, or `Animal,64,128,64`. */
function readRow(line: string): ClassRow | undefined {
  const { r, g, b, name } = (SPACED.exec(line) ?? SEPARATED.exec(line))?.groups ?? {}
  return name === undefined ? undefined : { name, colour: Number(r) * 65536 + Number(g) * 256 + Number(b) }
}

const ODD_ROW = 'The row is left out: it is not a name and three numbers to 255.'

function isVoid(name: string): boolean {
  return /^(?:void|unlabell?ed|background)$/i.test(name)
}

interface Mask {
  readonly file: DatasetFile
  readonly dataset: DatasetFiles
  readonly rows: readonly ClassRow[]
  readonly pause: Pause
}

async function* readFile({ file, dataset, rows, pause }: Mask): Findings {
  const { path } = file
  const png = await readMask(dataset, file, pause)
  if (!png.ok) return yield png.error
  const { isColoured, palette } = png.value
  const regions = await regionsOf(png.value, pause)
  if (regions === undefined) return yield { path, reason: 'The file has too many distinct colours for a mask.' }
  const byColour = new Map(rows.map((row) => [row.colour, row.name]))
  const nameOf = (value: number) =>
    isColoured ? byColour.get(value) : (byColour.get(palette?.[value] ?? -1) ?? rows[value]?.name)
  const objects: MaskObject[] = []
  const strange: number[] = []
  for (const region of regions) {
    await pause()
    const className = nameOf(region.value)
    if (className === undefined) strange.push(region.value)
    else if (!isVoid(className)) objects.push({ className, rings: outlinesOfRegion(png.value, region) })
  }
  if (strange.length > 0) yield { path, reason: `Left out: ${strange.length} colours that are not in the table.` }
  yield {
    name: nameBeside(path),
    source: { path },
    isPartial: strange.length > 0,
    objects: objectsOfMask(png.value, objects),
  }
}

/** Beside the folder of the masks lies the one of the images, called as it is without its end. */
function nameBeside(path: string): string {
  const stem = baseName(withoutEnding(path)).replace(/_L$/, '')
  const folder = folderOf(path).replace(/(?:annot|_?labels?|_?masks?)$/i, '')
  return folder === '' || folder.endsWith('/') ? stem : `${folder}/${stem}`
}
