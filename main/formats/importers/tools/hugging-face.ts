import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { boxOfSize } from '../../labels/kit/geometry.ts'
import { FileNumber, readShape } from '../../labels/kit/json.ts'
import { filePlace, thisPlace } from '../../labels/kit/places.ts'
import { separately } from '../../labels/kit/reading.ts'
import { textAboutImage, wholeImage } from '../../labels/kit/whole-image.ts'
import { declaredSize } from '../kit/declared-size.ts'
import { type DocumentEntry, type DocumentFault, documentImporter } from '../kit/documents.ts'
import { entryOfParts } from '../kit/parts.ts'
import { inFull } from '../kit/rows-said.ts'
import { NAMELESS as NUMBERED } from '../kit/yolo/names-fault.ts'

const CLASSES = ['label', 'labels', 'category', 'categories'] as const
const TEXTS = ['text', 'caption'] as const

/** The metadata of an image folder for Hugging Face: a line for each image, with its boxes or its class. */
export const huggingFace = documentImporter({
  id: 'hugging-face',
  title: message('title-hugging-face-metadata'),
  lineEndings: ['.jsonl'],
  isWanted: (keys, path) => isOfLines(keys, path) && [...CLASSES, 'objects'].some((key) => has(keys, key)),
  entries: (line) => entriesOf(line),
})

/** The same with a text about each image. */
export const huggingFaceTexts = documentImporter({
  id: 'hugging-face-texts',
  title: message('title-hugging-face-captions'),
  isOfTexts: true,
  lineEndings: ['.jsonl'],
  isWanted: (keys, path) => isOfLines(keys, path) && TEXTS.some((key) => keys.has(key)),
  entries: (line) => entriesOf(line),
})

function isOfLines(keys: ReadonlySet<string>, path: string): boolean {
  return keys.has('file_name') && /\.jsonl$/i.test(path)
}

function has(keys: ReadonlySet<string>, key: string): boolean {
  return keys.has(key) || keys.has(`${key}[]`)
}

const Several = z.array(z.unknown())
/** A name or a number. */
const ClassName = z.union([z.string(), z.number().transform(String)])
const Names = z.union([ClassName.transform((name) => [name]), z.array(ClassName)])
const Line = z.looseObject({
  file_name: z.string().min(1),
  width: z.unknown().optional(),
  height: z.unknown().optional(),
})
type Fields = Readonly<Record<string, unknown>>
type Part = Result<ReadAnnotation, Refusal>

function entriesOf(document: unknown): Result<readonly (DocumentEntry | DocumentFault)[], Refusal> {
  const line = readShape(Line, document)
  if (!line.ok) return line
  const { file_name: name, width, height, objects } = line.value
  const places = objects === undefined || objects === null ? undefined : readPlaces(objects)
  const parts = [...(places ?? []), ...classesIn(line.value), ...textsIn(line.value)]
  // An empty list means background; no list means unlabeled.
  if (parts.length === 0 && places === undefined) return ok([])
  const entry = { ...entryOfParts(name, parts), ...declaredSize(width, height) }
  return ok(parts.some(isNumbered) ? [{ reason: inFull(NUMBERED), isOfFile: true }, entry] : [entry])
}

function isNumbered(part: Part): boolean {
  return part.ok && part.value.kind !== 'text' && /^\d+$/.test(part.value.className)
}

/** Objects as one list of each of their fields, or each as its own. */
function readPlaces(objects: unknown): readonly Part[] {
  const list = Several.safeParse(objects)
  if (list.success) return list.data.map((object, index) => readPlace(object, index))
  const fields = z.looseObject({ bbox: Several }).safeParse(objects)
  if (!fields.success) return [refuse('objects-bbox-not-list')]
  const { bbox } = fields.data
  const key = CLASSES.find((each) => Array.isArray(fields.data[each]))
  const names = key && Several.parse(fields.data[key])
  if (names && names.length !== bbox.length) {
    return [refuse('object-lists-differ', { boxes: bbox.length, key, classes: names.length })]
  }
  return bbox.map((box, index) => readPlace({ bbox: box, ...(names && { category: names[index] }) }, index))
}

const Box = z.tuple([FileNumber, FileNumber, FileNumber, FileNumber])
const Place = z.looseObject({ bbox: Box })

/** Corner and size, in pixels. */
function readPlace(value: unknown, index: number): Part {
  const place = filePlace('object', index + 1)
  const object = readShape(Place, value)
  if (!object.ok) return refuse('part-unreadable', { place }, object.error)
  const key = CLASSES.find((each) => each in object.value)
  const className = key ? readShape(ClassName, object.value[key]) : ok(NAMELESS)
  if (!className.ok) return refuse('class-missing', { place })
  const [x, y, width, height] = object.value.bbox
  return boxOfSize({ className: className.value, place }, { x, y, width, height })
}

/** The class of objects in files that name none. */
const NAMELESS = 'object'

function classesIn(line: Fields): readonly Part[] {
  return CLASSES.flatMap((key) => {
    const value = line[key]
    if (value === undefined || value === null) return []
    const names = readShape(Names, value)
    return names.ok ? separately(wholeImage(names.value)) : [refuse('field-without-class', { field: key })]
  })
}

function textsIn(line: Fields): readonly Part[] {
  const texts = TEXTS.flatMap((key) => line[key] ?? []).filter((text) => typeof text === 'string')
  const answers = texts.filter((text) => text.trim() !== '')
  return answers.flatMap((answer) => separately(textAboutImage({ prompt: '', answer, place: thisPlace('line') })))
}
