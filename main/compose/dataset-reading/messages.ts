import type { ProjectType } from '#common/contract/projects'
import type { Message } from '#common/messages/template'
import type { AnnotatedImage, AnnotationFile } from '#core/annotation/annotations/annotation-file'
import type { DatasetProblem, ListedClasses, ListedSplit } from '#core/exchange/datasets/ports'
import type { AnnotationSource, DatasetPlace, ReadImage } from '#core/exchange/datasets/reader-ports'
import type { Candidate } from '#core/exchange/datasets/recognise'

/** Requests to the process that reads foreign files; all but `file` are about the dataset that was opened. */
export type ReadingRequest =
  | { readonly kind: 'open'; readonly place: DatasetPlace }
  | { readonly kind: 'recognise'; readonly type: ProjectType; readonly known?: readonly KnownFormat[] | undefined }
  /** Begins to read the label files of a format; without one, to find why no format reads them. */
  | { readonly kind: 'read'; readonly format: string | undefined }
  /** The next findings; the images of these numbers are not needed any more. */
  | { readonly kind: 'next'; readonly released: readonly number[] }
  | { readonly kind: 'objects'; readonly number: number; readonly image: AnnotatedImage }
  | { readonly kind: 'bytes'; readonly number: number }
  | { readonly kind: 'annotations'; readonly source: AnnotationSource; readonly image: AnnotatedImage }
  /** The fault of a file of class names. */
  | { readonly kind: 'names-fault'; readonly path: string }
  /** The beginning of the text of an annotation file, or what follows it; the rest comes with the file itself. */
  | { readonly kind: 'part'; readonly text: string }
  /** An annotation file that belongs to no dataset. */
  | { readonly kind: 'file'; readonly file: SentFile; readonly image: AnnotatedImage }
  /** The same, answered as bytes for a thread: whoever hands them on walks through no object. */
  | { readonly kind: 'packed'; readonly file: SentFile; readonly image: AnnotatedImage }

/** A format that was recognized before, with the paths of its label files. */
export interface KnownFormat {
  readonly id: string
  readonly paths: readonly string[]
}

export type SentFile = Pick<AnnotationFile, 'name' | 'text' | 'labelmap'>

type SentPart = 'name' | 'source' | 'size' | 'split' | 'isNameless' | 'isPartial' | 'whyUnlabelled'

/** An image that the process keeps under a number until it is released. */
export interface NumberedImage extends Pick<ReadImage, SentPart> {
  readonly number: number
  readonly hasBytes: boolean
}

export type SentFinding = NumberedImage | DatasetProblem | ListedClasses | ListedSplit

/** Findings in their order. */
export interface SentFindings {
  readonly findings: readonly SentFinding[]
  readonly isOver: boolean
}

type Objects = Awaited<ReturnType<ReadImage['objects']>>

/** Reads what came over the border; a message of another shape is a bug on one of the two sides. */
export function readReadingRequest(message: unknown): ReadingRequest {
  if (isRequest(message)) return message
  throw new TypeError('The process that reads datasets was sent something that is no request')
}

export const readCandidates = reader(isCandidates)
export const readFindings = reader(isFindings)
export const readObjects = reader(isObjects)
export const readBytes = reader((value): value is Uint8Array => value instanceof Uint8Array)

export const readFault = reader((value): value is Message | undefined => value === undefined || isMessage(value))

/** Objects, or nothing where a file says nothing of the image. */
export const readAnswer = reader((value): value is Objects | undefined => value === undefined || isObjects(value))

function reader<Value>(is: (message: unknown) => message is Value): (message: unknown) => Value {
  return (message) => {
    if (is(message)) return message
    throw new TypeError('The process that reads datasets sent something that is no answer')
  }
}

const KINDS: ReadonlySet<unknown> = new Set([
  'open',
  'recognise',
  'read',
  'next',
  'objects',
  'bytes',
  'annotations',
  'names-fault',
  'part',
  'file',
  'packed',
])

function isRequest(message: unknown): message is ReadingRequest {
  return isRecord(message) && KINDS.has(message['kind'])
}

function isCandidates(message: unknown): message is readonly Candidate[] {
  return Array.isArray(message) && message.every((each) => isRecord(each) && Array.isArray(each['labels']))
}

function isFindings(message: unknown): message is SentFindings {
  return isRecord(message) && Array.isArray(message['findings']) && typeof message['isOver'] === 'boolean'
}

function isObjects(message: unknown): message is Objects {
  return isRecord(message) && typeof message['ok'] === 'boolean'
}

function isMessage(value: unknown): value is Message {
  return isRecord(value) && typeof value['code'] === 'string' && isRecord(value['params'])
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
