import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import { Split } from '#common/split'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import type { DatasetImporter } from '#core/exchange/datasets/ports'
import { boxColumns, shareWatch } from '../labels/kit/box-columns.ts'
import { type Columns, namesColumns, type Row } from '../labels/kit/csv.ts'
import { autoMl as autoMlTable, readAutoMlRow } from '../labels/tables/automl.ts'
import { MAKE_SENSE_FILE, makeSense as makeSenseTable, readMakeSenseRow } from '../labels/tables/make-sense.ts'
import { openImages as openImagesTable, readOpenImagesRow } from '../labels/tables/open-images.ts'
import { readRetinaNetRow, retinaNet as retinaNetTable } from '../labels/tables/retinanet.ts'
import { readTensorflowRow, tensorflow as tensorflowTable } from '../labels/tables/tensorflow.ts'
import { defineImporter, eachFile } from './define.ts'
import type { SaidOfImage } from './kit/collected.ts'
import { declaredSize } from './kit/declared-size.ts'
import { markNames, pairsOf } from './kit/tables/marks.ts'
import { csvFiles, readTable } from './kit/tables/rows.ts'

interface Table {
  readonly columns: Columns
  readonly header: Row | undefined
}

interface TableFormat
  extends Pick<DatasetImporter, 'id' | 'title'>,
    Pick<Parameters<typeof readTable>[0], 'isInShares'> {
  readonly hasHeader: boolean
  recognises(first: Row): boolean
  read(row: Row, table: Table): Result<SaidOfImage, Refusal>
}

function tableImporter({ hasHeader, recognises, isInShares, read, ...format }: TableFormat): DatasetImporter {
  return defineImporter({
    ...format,
    recognise: (dataset) => csvFiles(dataset, recognises),
    read: (labels, dataset) =>
      eachFile(labels, (file) => readTable({ file, dataset, hasHeader, ...(isInShares && { isInShares }), read })),
  })
}

/** A row for each box, with a head. */
export const tensorflow = tableImporter({
  id: 'tensorflow',
  title: 'TensorFlow Object Detection',
  hasHeader: true,
  recognises: (first) => isBoxTable(first) && !namesColumns(first, 'split'),
  isInShares: (header) => boxTable(header).watch.isInShares(),
  read: (row, { header }) => readBoxRow(row, header),
})

/** The same with a column for the split. */
export const benchmarker = tableImporter({
  id: 'benchmarker',
  title: 'Benchmarker',
  hasHeader: true,
  recognises: (first) => isBoxTable(first) && namesColumns(first, 'split'),
  isInShares: (header) => boxTable(header).watch.isInShares(),
  read: (row, { columns, header }) => readBoxRow(row, header, Split.safeParse(columns.text(row, 'split')).data),
})

function isBoxTable(first: Row): boolean {
  return tensorflowTable.recognises(withUsualNames(first)) && !openImagesTable.recognises(first)
}

/** The columns of LISA's tables of traffic signs and lights, without spaces. */
const LISA: ReadonlyMap<string, string> = new Map([
  ['annotationtag', 'class'],
  ['upperleftcornerx', 'xmin'],
  ['upperleftcornery', 'ymin'],
  ['lowerrightcornerx', 'xmax'],
  ['lowerrightcornery', 'ymax'],
])

function withUsualNames(header: Row): Row {
  return { ...header, cells: header.cells.map((cell) => LISA.get(cell.toLowerCase().replaceAll(' ', '')) ?? cell) }
}

/** The columns of a table by its first row, and the kind of its coordinates by the rows read so far. */
function boxTable(header: Row | undefined) {
  const known = header && BOX_TABLES.get(header)
  const table = known ?? { columns: header && boxColumns(withUsualNames(header)), watch: shareWatch() }
  if (header) BOX_TABLES.set(header, table)
  return table
}

interface BoxTable {
  readonly columns: ReturnType<typeof boxColumns>
  readonly watch: ReturnType<typeof shareWatch>
}

const BOX_TABLES = new WeakMap<Row, BoxTable>()

function readBoxRow(row: Row, header: Row | undefined, split?: Split): Result<SaidOfImage, Refusal> {
  const { columns, watch } = boxTable(header)
  if (!columns?.ok) return columns ?? ok({ name: '', objects: [] })
  const object = readTensorflowRow(columns.value, row)
  if (object.ok && object.value?.kind === 'box') watch.see(object.value.box)
  const said = onImage(columns.value.file(row), object, split)
  const [width, height] = columns.value.size?.(row) ?? []
  return said.ok ? ok({ ...said.value, ...declaredSize(width, height) }) : said
}

const CLASS_TABLE = /(?:^|\/)_?class(?:es|_mapping)\.csv$/i

/** A row for each box, without a head. */
export const retinanet = defineImporter({
  id: 'retinanet',
  title: 'RetinaNet Keras',
  recognise: (dataset) => csvFiles(dataset, (first) => retinaNetTable.recognises(first)),
  async *read(labels, dataset) {
    const classes = await pairsOf(
      dataset,
      dataset.files.filter(({ path }) => CLASS_TABLE.test(path)),
    )
    yield { classNames: classes.flatMap(([name, number]) => (/^\d+$/.test(number) ? name : [])) }
    const read = (row: Row) => onImage(row.cells[0] ?? '', readRetinaNetRow(row))
    yield* eachFile(labels, (file) => readTable({ file, dataset, hasHeader: false, read }))
  },
})

/** Google's AutoML and Vertex: a row for each box with its split, without a head, corners in shares. */
export const autoMl = tableImporter({
  id: 'automl',
  title: 'Google AutoML',
  hasHeader: false,
  // Rows of three columns name the class of a whole image.
  recognises: (first) => autoMlTable.recognises(first) && first.cells.length >= 9,
  isInShares: () => true,
  read(row) {
    const [set = '', path = '', ...rest] = row.cells
    const object = rest.every((cell) => cell === '') ? ok(undefined) : readAutoMlRow(row, ANY)
    return onImage(path.replace(/^[a-z]\w*:\/\/[^/]+\//i, ''), object, splitOfSet(set))
  },
})

function splitOfSet(set: string): Split | undefined {
  const [word] = /^(?:train|valid|test)/i.exec(set) ?? []
  return Split.safeParse(word?.toLowerCase()).data
}

/** makesense.ai: a row for each box, without a head. */
export const makeSense = tableImporter({
  id: 'make-sense',
  title: 'makesense.ai',
  hasHeader: false,
  recognises: makeSenseTable.recognises,
  read: (row) => onImage(row.cells[MAKE_SENSE_FILE] ?? '', readMakeSenseRow(row)),
})

/** Open Images: corners in shares, classes by marks that another table names. */
export const openImages = defineImporter({
  id: 'openimages',
  title: 'Open Images',
  companions: /-images-with-rotation\.csv$/i,
  recognise: (dataset) => csvFiles(dataset, openImagesTable.recognises),
  async *read(labels, dataset) {
    const names = await markNames(dataset)
    yield { classNames: [...names.values()] }
    yield* eachFile(labels, (file) =>
      readTable({
        file,
        dataset,
        hasHeader: true,
        isInShares: () => true,
        read: (row, table) => readMarked(row, table, names),
      }),
    )
  },
})

const ANY = { width: 1, height: 1 }

function readMarked(row: Row, { columns }: Table, names: ReadonlyMap<string, string>): Result<SaidOfImage, Refusal> {
  const object = readOpenImagesRow(columns, row, ANY)
  if (!object.ok) return object
  const className = names.get(object.value.className) ?? object.value.className
  return onImage(columns.text(row, 'imageid'), ok({ ...object.value, className }))
}

function onImage(
  name: string,
  object: Result<ReadAnnotation | undefined, Refusal>,
  split?: Split,
): Result<SaidOfImage, Refusal> {
  return object.ok ? ok({ name, split, objects: object.value ? [object.value] : [] }) : object
}
