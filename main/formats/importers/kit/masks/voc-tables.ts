import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { DatasetFile, DatasetFiles, DatasetProblem, ListedClasses } from '#core/exchange/datasets/ports'
import { nearest } from '../nearest.ts'
import { baseName, folderOf, isAside } from '../paths.ts'
import { readText } from '../texts.ts'
import { readColourRow } from './colour-rows.ts'
import { NAME_LIST, type NameList, readNameList } from './name-lists.ts'
import { withoutTable } from './tableless.ts'
import { type ClassColours, coloursOf, isNobody, numberOf, VOC_CLASSES, VOC_COLOURS } from './voc-classes.ts'

const LABELMAP = /(?:^|\/)labelmap\.txt$/i
const COLOURS = /(?:^|\/)(?:label_colors\.txt|class_dict\.csv)$/i
const ROW = /^(?<name>[^:#][^:]*):\s*(?<red>\d{1,3}),\s*(?<green>\d{1,3}),\s*(?<blue>\d{1,3})\s*(?::|$)/

const OF_BENCHMARK = /(?:^|\/)SegmentationClass\/[^/]*\.png$/i
/** Masks of Pascal Context, whose numbers are those of a list of their own. */
const OF_CONTEXT = /(?:^|\/)SegmentationClassContext\/[^/]*\.png$/i

/** The classes of a mask. */
export interface MaskClasses {
  readonly classOf: ClassColours
  /** The numbers in the mask count, whatever colors they are shown in. */
  readonly isByNumber: boolean
}

interface Table {
  readonly path: string
  /** By their colors; absent where a list does not tell its numbers. */
  readonly names: ReadonlyMap<number, string> | undefined
  readonly isByNumber: boolean
}

interface MaskTables {
  /** The table that holds for a mask, or the sentence that says why it is not used. */
  of(mask: DatasetFile): MaskClasses | Message
  readonly problems: readonly DatasetProblem[]
  readonly listed: readonly ListedClasses[]
}

/** The classes of masks by a table of colors or a list of names that lies beside them; without one those of the benchmark. */
export async function maskTables(dataset: DatasetFiles): Promise<MaskTables> {
  const problems: DatasetProblem[] = []
  const tables = new Map<string, Table>()
  const isForeign = (list: NameList) => isListOfBenchmark(list) || (list.isNumbered && isOfBoth(dataset))
  for (const file of tableFiles(dataset)) {
    const text = await readText(dataset, file)
    const table = text.ok ? readTable(text.value, { path: file.path, problems, isForeign }) : undefined
    if (!text.ok) problems.push(text.error)
    else if (table) tables.set(folderOf(file.path), table)
  }
  const tableOf = nearest(tables)
  const listed = [...tables.values()].map(({ names = new Map<number, string>() }) => ({
    classNames: [...names].flatMap(([colour, name]) => (isNobody(colour) ? [] : name)),
  }))
  return { of: (mask) => classesOf(mask, tableOf(mask)), problems, listed }
}

/** Of several in one folder the last one counts, and `labelmap.txt` most. */
function tableFiles({ files }: DatasetFiles): readonly DatasetFile[] {
  const own = files.filter(({ path }) => !isAside(path))
  return [NAME_LIST, COLOURS, LABELMAP].flatMap((kind) => own.filter(({ path }) => kind.test(path)))
}

interface Reading {
  readonly path: string
  readonly problems: DatasetProblem[]
  /** A list that does not hold for the masks that are read. */
  isForeign(list: NameList): boolean
}

function readTable(text: string, { path, problems, isForeign }: Reading): Table | undefined {
  if (LABELMAP.test(path)) return { path, names: labelmap(text, path, problems), isByNumber: false }
  if (COLOURS.test(path)) return { path, names: colourTable(text), isByNumber: false }
  const list = readNameList(text)
  if (isForeign(list)) return undefined
  return { path, names: list.byNumber && coloursOf(list.byNumber), isByNumber: true }
}

/** Whoever adds the names of the benchmark to it says nothing new. */
function isListOfBenchmark({ names }: NameList): boolean {
  return names.length === VOC_CLASSES.length && names.every((name, at) => name.toLowerCase() === VOC_CLASSES[at])
}

/** The list with numbers of Pascal Context may lie beside the masks of the benchmark, which are read then. */
function isOfBoth({ files }: DatasetFiles): boolean {
  return [OF_BENCHMARK, OF_CONTEXT].every((kind) => files.some(({ path }) => kind.test(path)))
}

function classesOf({ path }: DatasetFile, table: Table | undefined): MaskClasses | Message {
  if (table === undefined) return OF_CONTEXT.test(path) ? withoutTable('labels.txt') : BENCHMARK
  const { names, isByNumber } = table
  if (names) return { classOf: (colour) => names.get(colour), isByNumber }
  return message('masks-not-used', {}, message('list-without-background', { list: baseName(table.path) }))
}

const BENCHMARK: MaskClasses = { classOf: (colour) => VOC_COLOURS.get(colour), isByNumber: false }

function colourTable(text: string): ReadonlyMap<number, string> {
  const rows = text.split(/\r?\n/).flatMap((line) => readColourRow(line) ?? [])
  return new Map(rows.map(({ colour, name }) => [colour, name]))
}

/** Rows like `name:red,green,blue:parts:actions`. */
function labelmap(text: string, path: string, problems: DatasetProblem[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>()
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const { name, red, green, blue } = ROW.exec(line)?.groups ?? {}
    const colour = [red, green, blue].map(Number)
    if (name !== undefined && colour.every((value) => value <= 255)) names.set(numberOf(colour), name.trim())
    else problems.push({ path, line: index + 1, reason: ODD_ROW })
  }
  return names
}

const ODD_ROW = message('row-skipped', {}, message('row-needs-name-and-colour'))
