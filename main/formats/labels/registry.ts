import { z } from 'zod'
import { refuse } from '#common/errors'
import { deeperAt } from '#common/json/bounds'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok } from '#common/result'
import type { AnnotatedImage, AnnotationFile } from '#core/annotation/annotations/annotation-file'
import { fitToType, isClassification } from '#core/annotation/annotations/project-types'
import { cloudAnnotations } from './json/cloud-annotations.ts'
import { coco } from './json/coco.ts'
import { createMl } from './json/createml.ts'
import { labelbox, labelboxLegacy } from './json/labelbox.ts'
import { labelMe } from './json/labelme.ts'
import { prediction } from './json/prediction.ts'
import { scale } from './json/scale.ts'
import { superAnnotate } from './json/superannotate.ts'
import { supervisely } from './json/supervisely.ts'
import { unity } from './json/unity.ts'
import { v7 } from './json/v7.ts'
import { via } from './json/via.ts'
import { via3 } from './json/via3.ts'
import { vott } from './json/vott.ts'
import { readRows, type TableFormat } from './kit/csv.ts'
import { type JsonFormat, MAX_JSON_DEPTH, parseJson } from './kit/json.ts'
import { faultInLines, type LineFault, withinLimits } from './kit/limits.ts'
import { linesOf, type TextFormat } from './kit/lines.ts'
import { type ReadObjects, readEvery, shorten } from './kit/reading.ts'
import { wholeImage } from './kit/whole-image.ts'
import { readXml, type XmlFormat } from './kit/xml.ts'
import { paliGemma } from './lines/paligemma.ts'
import { sageMaker } from './lines/sagemaker.ts'
import { vertex } from './lines/vertex.ts'
import { autoMl } from './tables/automl.ts'
import { makeSense } from './tables/make-sense.ts'
import { multiLabel } from './tables/multi-label.ts'
import { openImages } from './tables/open-images.ts'
import { retinaNet } from './tables/retinanet.ts'
import { tensorflow } from './tables/tensorflow.ts'
import { viaCsv } from './tables/via-csv.ts'
import { darknet } from './text/darknet.ts'
import { kerasYolo } from './text/keras-yolo.ts'
import { oidToolkit } from './text/oid-toolkit.ts'
import { visDrone } from './text/visdrone.ts'
import { widerFace } from './text/wider-face.ts'
import { cvat } from './xml/cvat.ts'
import { pklot } from './xml/pklot.ts'
import { voc } from './xml/voc.ts'

/** Within a family the first that recognizes a file reads it, so the loose signs stand last. */
const XML_FORMATS: readonly XmlFormat[] = [voc, cvat, pklot]
const JSON_FORMATS: readonly JsonFormat[] = [
  coco,
  labelMe,
  supervisely,
  superAnnotate,
  labelbox,
  labelboxLegacy,
  v7,
  vott,
  cloudAnnotations,
  scale,
  unity,
  prediction,
  createMl,
  via3,
  via,
]
const LINE_FORMATS: readonly JsonFormat[] = [paliGemma, vertex, sageMaker, labelbox]
const TABLE_FORMATS: readonly TableFormat[] = [openImages, tensorflow, viaCsv, autoMl, makeSense, multiLabel, retinaNet]
const TEXT_FORMATS: readonly TextFormat[] = [visDrone, darknet, kerasYolo, widerFace, oidToolkit]

/** Every kind of file once, by the folder of its golden file. */
export const ANNOTATION_FORMATS: readonly string[] = [
  ...new Set([XML_FORMATS, JSON_FORMATS, LINE_FORMATS, TABLE_FORMATS, TEXT_FORMATS].flat().map(({ id }) => id)),
]

type Family = 'xml' | 'json' | 'table' | 'text'

const EXTENSIONS: ReadonlyMap<string, Family> = new Map([
  ['.xml', 'xml'],
  ['.json', 'json'],
  ['.jsonl', 'json'],
  ['.ndjson', 'json'],
  ['.manifest', 'json'],
  ['.csv', 'table'],
  ['.txt', 'text'],
])

/**
 * Reads one image's annotation file: what it is follows from its first characters and from the extension of its name. The
 * labels are those that the type of the image's project keeps.
 */
export function readAnnotations(file: NamedText, image: AnnotatedImage): ReadObjects {
  const objects = readWhole({ ...file, text: file.text.replace(/^\uFEFF/, '') }, image)
  return objects.ok ? objects : refuse('about-file', { file: shown(file.name) }, objects.error)
}

function readWhole(file: NamedText, image: AnnotatedImage): ReadObjects {
  const read = readFile(file, image)
  const objects = read.ok ? withinLimits(read.value) : read
  return objects.ok ? fitToType(objects.value, image.type) : objects
}

type NamedText = Pick<AnnotationFile, 'name' | 'labelmap'> & { readonly text: string }

function readFile({ name, text, labelmap }: NamedText, image: AnnotatedImage): ReadObjects {
  // Clients send the class of a whole image as the name and the text; it may look like the name of a file.
  if (isClassification(image.type) && isClassName(name, text)) return wholeImage([text])
  switch (familyOf(name, text)) {
    case 'xml':
      return readXmlFile(text, image)
    case 'json':
      return isBareClass({ name, text }, image) ? wholeImage([text]) : readJsonFile(text, image)
    case 'table':
      return readTable(text, image)
    case 'text':
      return readTextFile(text, labelmap, image)
    case undefined:
      return isClassName(name, text) ? wholeImage([text]) : readUnknown({ name, text }, image)
  }
}

/** A line of its own, or a bare name without any text, is the class of an image that has one. */
function readUnknown({ name, text }: Pick<NamedText, 'name' | 'text'>, { type }: AnnotatedImage): ReadObjects {
  const said = text.trim() || name.trim()
  if (!isClassification(type) || said === '' || /[\r\n]/.test(said)) return refuse('annotation-file-unknown')
  return wholeImage([said])
}

/** A class in brackets, `[b]`, begins as JSON does; a file is called one. */
function isBareClass({ name, text }: Pick<NamedText, 'name' | 'text'>, { type }: AnnotatedImage): boolean {
  const said = text.trim()
  const isLine = !/[\r\n"]/.test(said) && /[\]}]$/.test(said)
  return isClassification(type) && isLine && EXTENSIONS.get(endingOf(name)) !== 'json' && parseJson(said) === undefined
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.')).toLowerCase()
}

function isClassName(name: string, text: string): boolean {
  const said = text.trim()
  return said !== '' && said === name.trim() && !(said.startsWith('[') && parseJson(said) !== undefined)
}

/** XML and JSON give themselves away; between tables and other text the name decides, and the first line where it does not. */
function familyOf(name: string, text: string): Family | undefined {
  const start = /\S/.exec(text)?.[0] ?? ''
  if (start === '<') return 'xml'
  if ('{['.includes(start) && start !== '') return 'json'
  const named = EXTENSIONS.get(endingOf(name))
  if (named) return named
  const head = firstLine(text)
  return TEXT_FORMATS.some(({ recognises }) => recognises(head)) ? 'text' : tableFormatOf(head) && 'table'
}

function readXmlFile(text: string, image: AnnotatedImage): ReadObjects {
  const root = readXml(text)
  if (!root.ok) return root
  const format = XML_FORMATS.find(({ recognises }) => recognises(root.value))
  if (format) return format.read(root.value, image)
  return refuse('xml-not-annotation', { name: shorten(root.value.name) })
}

function readJsonFile(text: string, image: AnnotatedImage): ReadObjects {
  const document = parseJson(text)
  if (document === undefined && deeperAt(text, MAX_JSON_DEPTH) !== undefined)
    return refuse('json-too-deep', { most: MAX_JSON_DEPTH })
  if (document === undefined) return readJsonLines(text, image)
  const format = JSON_FORMATS.find(({ recognises }) => recognises(document))
  if (format) return format.read(document, image)
  const names = z.array(z.string()).min(1).safeParse(document)
  if (names.success) return wholeImage(names.data)
  return readDocuments([document], image)
}

/** A document a line. */
function readJsonLines(text: string, image: AnnotatedImage): ReadObjects {
  const documents = readEvery(linesOf(text), ({ line, place }, index) => {
    const document = parseJson(line)
    if (document !== undefined) return ok(document)
    return index === 0 ? refuse('file-not-json') : refuse('line-not-json', { place })
  })
  return documents.ok ? readDocuments(documents.value, image) : documents
}

function readDocuments(documents: readonly unknown[], image: AnnotatedImage): ReadObjects {
  const format = LINE_FORMATS.find(({ recognises }) => recognises(documents))
  if (format) return format.read(documents, image)
  return refuse('json-format-unknown')
}

function readTable(text: string, image: AnnotatedImage): ReadObjects {
  const fault = faultInLines(text)
  if (fault) return atLine(fault)
  const format = tableFormatOf(firstLine(text))
  if (!format) return refuse('annotation-file-unknown')
  const rows = readRows(text)
  return rows.ok ? format.read(rows.value, image) : rows
}

function tableFormatOf(line: string): TableFormat | undefined {
  const rows = readRows(line)
  const [first] = rows.ok ? rows.value : []
  return first && TABLE_FORMATS.find(({ recognises }) => recognises(first))
}

/** Without any sign it is taken for Darknet, whose sentences say what a line should be. */
function readTextFile(text: string, labelmap: NamedText['labelmap'], image: AnnotatedImage): ReadObjects {
  const fault = faultInLines(text)
  if (fault) return atLine(fault)
  const head = firstLine(text)
  const format = TEXT_FORMATS.find(({ recognises }) => recognises(head))
  if (!format && tableFormatOf(head)) return readTable(text, image)
  const context = { ...image, labelmap }
  return (format ?? darknet).read(linesOf(text), context)
}

function atLine({ line, reason }: LineFault) {
  return refuse('fault-at-line', { line }, reason)
}

function firstLine(text: string): string {
  return /\S[^\r\n]*/.exec(text)?.[0]?.trim() ?? ''
}

function shown(name: string): string | Message {
  return name === '' ? message('name-of-annotation') : shorten(name)
}
