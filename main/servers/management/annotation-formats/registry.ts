import type { Refusal } from '#common/errors'
import { err, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import type { AnnotatedPicture, AnnotationFile, AnnotationReader } from '#core/management/ports'
import { isCoco, readCoco } from './coco.ts'
import { readCreateMl } from './createml.ts'
import { shorten, unreadable } from './reading.ts'
import { readVoc } from './voc.ts'
import { readYolo } from './yolo.ts'

type Family = 'xml' | 'txt' | 'json'

const UNKNOWN =
  'this is not an annotation file that is read. Send Pascal VOC (.xml), YOLO text (.txt), COCO or CreateML (.json)'

/** Reads one picture's annotation file: what it is follows from the extension of its name, else from its first characters. */
export const readAnnotations: AnnotationReader = (file, picture) => {
  const text = file.text.replace(/^\uFEFF/, '')
  const family = familyOf(file.name, text)
  const outcome = family === undefined ? unreadable(UNKNOWN) : readFamily(family, { ...file, text }, picture)
  return outcome.ok ? outcome : err({ ...outcome.error, message: `${shown(file.name)}: ${outcome.error.message}` })
}

function readFamily(
  family: Family,
  { text, labelmap }: Pick<AnnotationFile, 'text' | 'labelmap'>,
  { name, frame }: AnnotatedPicture,
): Result<readonly ReadAnnotation[], Refusal> {
  if (family === 'xml') return readVoc(text)
  return family === 'txt' ? readYolo(text, { labelmap, frame }) : readJson(text, name)
}

function readJson(text: string, picture: string): Result<ReadAnnotation[], Refusal> {
  const document = parseJson(text)
  if (document === undefined) return unreadable('it is not JSON')
  if (isCoco(document)) return readCoco(document, picture)
  if (Array.isArray(document)) return readCreateMl(document, picture)
  return unreadable('the JSON is neither COCO (images and annotations) nor CreateML (a list)')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function familyOf(name: string, text: string): Family | undefined {
  const extension = /\.(xml|txt|json)$/i.exec(name)?.[1]?.toLowerCase()
  if (extension === 'xml' || extension === 'txt' || extension === 'json') return extension
  const start = text.trimStart()
  if (start.startsWith('<')) return 'xml'
  if (start.startsWith('{') || start.startsWith('[')) return 'json'
  return /^\d+(?:\s+[\d.eE+-]+){4}/.test(start) ? 'txt' : undefined
}

function shown(name: string): string {
  return name === '' ? 'The annotation' : shorten(name)
}
