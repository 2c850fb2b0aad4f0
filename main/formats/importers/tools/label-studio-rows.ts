import { z } from 'zod'
import { refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { err } from '#common/result'
import type { DatasetFile, DatasetFiles, DatasetProblem } from '#core/exchange/datasets/ports'
import { namesColumns, type Row } from '../../labels/kit/csv.ts'
import { FileRecord, parseJson, readShape } from '../../labels/kit/json.ts'
import { numberOf, shorten } from '../../labels/kit/reading.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { type DocumentEntry, findingsOfImage, namesOf } from '../kit/documents.ts'
import { jsonBatches, NOT_JSON } from '../kit/json/elements.ts'
import { jsonFiles } from '../kit/json/head.ts'
import { pauses } from '../kit/pauses.ts'
import { meaningOf } from '../kit/tables/classification-columns.ts'
import { csvFiles, tableRows } from '../kit/tables/rows.ts'
import { DRAWN, entryOf, type Item, nameOf } from './label-studio.ts'

/**
 * The short form of Label Studio's JSON, JSON-MIN: what people submitted stands beside the data under the names of the controls, each
 * region as its value alone. An image without any region is left as not annotated.
 */
export const labelStudioMin = defineImporter({
  id: 'label-studio-min',
  title: 'Label Studio JSON-MIN',
  recognise: (dataset) =>
    jsonFiles(dataset, (keys) => {
      const isOfWork = keys.has('[].annotation_id') || (keys.has('[].annotator') && keys.has('[].id'))
      return isOfWork && !keys.has('[].annotations') && !keys.has('[].data')
    }),
  read: (labels, dataset) => readFiles(labels, dataset, jsonRows),
})

/** The same as a table, whose cells hold the regions as JSON. */
export const labelStudioCsv = defineImporter({
  id: 'label-studio-csv',
  title: 'Label Studio CSV',
  recognise: (dataset) => csvFiles(dataset, isLabelStudioTable),
  read: (labels, dataset) => readFiles(labels, dataset, cellRows),
})

/** Label Studio's own columns, beside the data and the controls. */
export function isLabelStudioTable(header: Row): boolean {
  const isOfWork = namesColumns(header, 'annotation_id') || namesColumns(header, 'lead_time')
  return isOfWork && namesColumns(header, 'id', 'annotator')
}

const OWN = new Set(['id', 'annotator', 'annotation_id', 'created_at', 'updated_at', 'lead_time', 'agreement'])

type Fields = Readonly<Record<string, unknown>>

interface FieldRow {
  readonly fields: Fields
  readonly line?: number
}

type FieldRows = AsyncGenerator<FieldRow | DatasetProblem>
type RowsOf = (file: DatasetFile, dataset: DatasetFiles) => FieldRows

const Fields = FileRecord(z.unknown())

async function* jsonRows(file: DatasetFile, dataset: DatasetFiles): FieldRows {
  for await (const { values, lineOf } of jsonBatches(dataset, file, { keys: [''], pause: pauses() })) {
    for (const [offset, value] of values.entries()) {
      const fields = value === NOT_JSON ? refuse('not-json') : readShape(Fields, value)
      if (fields.ok) yield { fields: fields.value }
      else yield { path: file.path, line: lineOf(offset), reason: message('skipped', {}, fields.error) }
    }
  }
}

async function* cellRows(file: DatasetFile, dataset: DatasetFiles): FieldRows {
  const pause = pauses()
  let header: Row | undefined
  for await (const row of tableRows(dataset, file)) {
    await pause()
    if ('reason' in row) yield row
    else if (header === undefined) header = row
    else yield { fields: fieldsOf(header, row), line: row.number }
  }
}

function fieldsOf({ cells: names }: Row, { cells }: Row): Fields {
  return Object.fromEntries(names.map((name, place) => [name, valueIn(cells[place] ?? '')]))
}

function valueIn(cell: string): unknown {
  return /^[[{]/.test(cell) ? (parseJson(cell) ?? DAMAGED) : cell
}

/** Truncated JSON, such as a cell that a spreadsheet has cut off. */
const DAMAGED = Symbol('damaged')

async function* readFiles(labels: readonly DatasetFile[], dataset: DatasetFiles, rowsOf: RowsOf): Findings {
  const names = namesOf(dataset)
  yield* eachFile(labels, async function* (file): Findings {
    const controls = await controlsIn(rowsOf(file, dataset))
    yield* readRows(rowsOf(file, dataset), { path: file.path, names, controls })
  })
}

/** The meaning of texts in fields, where regions in other rows tell it. */
type Controls = ReadonlyMap<string, 'choices' | 'textarea'>

async function controlsIn(rows: FieldRows): Promise<Controls> {
  const controls = new Map<string, 'choices' | 'textarea'>()
  for await (const row of rows) {
    if ('reason' in row) continue
    for (const [name, value] of Object.entries(row.fields)) {
      const type = regionsIn(value).at(0)?.type
      if (type === 'choices' || type === 'textarea') controls.set(name, type)
    }
  }
  return controls
}

interface Reading {
  readonly path: string
  readonly names: ReadonlySet<string>
  readonly controls: Controls
}

async function* readRows(rows: FieldRows, { path, names, controls }: Reading): Findings {
  const unknownFields = new Set<string>()
  let isRead = false
  for await (const row of rows) {
    if ('reason' in row) {
      yield row
      continue
    }
    const found = entriesIn(row.fields, controls)
    for (const name of found.unknownFields) unknownFields.add(name)
    if (found.items.length + found.damaged.length === 0) continue
    isRead ||= found.items.length > 0
    const where = { path, ...(row.line !== undefined && { line: row.line }) }
    const name = nameOf({ data: row.fields }, names)
    if (name === undefined) yield { ...where, reason: message('row-skipped', {}, refusal('image-name-missing')) }
    else yield* findingsOfImage(entryOfRow(name, found), where)
  }
  if (!isRead && unknownFields.size > 0) yield { path, reason: unknownFieldsNote([...unknownFields]) }
}

interface RowEntries {
  readonly items: readonly Item[]
  /** Fields with JSON that cannot be read. */
  readonly damaged: readonly string[]
  /** Fields with texts that may be classes, answers or data. */
  readonly unknownFields: readonly string[]
}

function entriesIn(fields: Fields, controls: Controls): RowEntries {
  const own = Object.entries(fields).filter(([name]) => !OWN.has(name.toLowerCase()))
  const texts = own.flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value.trim() : ''
    return text === '' ? [] : [{ name, text, type: controls.get(name) ?? typeByName(name) }]
  })
  const isUnknown = ({ text, type }: (typeof texts)[number]) => type === undefined && numberOf(text) === undefined
  return {
    items: [
      ...own.flatMap(([, value]) => regionsIn(value)),
      ...texts.flatMap(({ text, type }) => (type ? itemOfText(type, text) : [])),
    ],
    damaged: own.flatMap(([name, value]) => (value === DAMAGED ? name : [])),
    unknownFields: texts.filter((each) => isUnknown(each) && !isAddress(each.text)).map(({ name }) => name),
  }
}

function typeByName(name: string): 'choices' | 'textarea' | undefined {
  const meaning = /^choices?$/i.test(name) ? 'class' : meaningOf(name)
  if (meaning === undefined) return undefined
  return meaning === 'class' ? 'choices' : 'textarea'
}

function itemOfText(type: 'choices' | 'textarea', text: string): Item {
  return { type, value: type === 'choices' ? { choices: [text] } : { text: [text] } }
}

function isAddress(text: string): boolean {
  return nameOf({ data: { text } }, new Set()) !== undefined
}

const Region = FileRecord(z.unknown())
const Regions = z.array(Region)

function regionsIn(value: unknown): readonly Item[] {
  const regions = Regions.safeParse(Array.isArray(value) ? value : [value])
  return (regions.data ?? []).flatMap(itemOfRegion)
}

function itemOfRegion(value: Readonly<Record<string, unknown>>): readonly Item[] {
  const { original_width, original_height } = value
  return kindOfRegion(value).map((item) => ({ ...item, original_width, original_height }))
}

/** The field with its classes determines the kind of a region; without classes, its geometry does. */
function kindOfRegion(value: Readonly<Record<string, unknown>>): readonly Item[] {
  const type = [...DRAWN, 'choices', 'taxonomy'].find((kind) => Array.isArray(value[kind]))
  if (type !== undefined) return [{ type, value }]
  if (Array.isArray(value['text'])) return [{ type: 'textarea', value }]
  const form = FORMS.find(([, keys]) => keys.every((key) => key in value))?.[0]
  if (form === undefined) return []
  const { labels } = value
  return [
    Array.isArray(labels)
      ? { type: `${form}labels`, value: { ...value, [`${form}labels`]: labels } }
      : { type: form, value },
  ]
}

const FORMS = [
  ['polygon', ['points']],
  ['brush', ['rle']],
  ['ellipse', ['x', 'y', 'radiusX', 'radiusY']],
  ['rectangle', ['x', 'y', 'width', 'height']],
  ['keypoint', ['x', 'y', 'width']],
] as const

function entryOfRow(name: string, { items, damaged }: RowEntries): DocumentEntry {
  const faults = damaged.map((field) => refusal('field-not-json', { field: shorten(field) }))
  const [first] = faults
  if (items.length === 0 && first) return { name, objects: () => err(first) }
  const entry = entryOf(name, items)
  return { ...entry, leftOut: [...(entry.leftOut ?? []), ...faults] }
}

const MOST_NAMED = 5

function unknownFieldsNote(names: readonly string[]): Message {
  return message('fields-not-used', { names: names.slice(0, MOST_NAMED).map(shorten) })
}
