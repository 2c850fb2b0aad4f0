import { z } from 'zod'
import { type Refusal, refusal, refuse } from '#common/errors'
import { deeperAt } from '#common/json/bounds'
import { keyed } from '#common/json/keyed'
import { err, ok, type Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type { FilePlace } from './places.ts'
import type { ReadObjects } from './reading.ts'
import { type ShapeFault, shapeFault, shapeRefusal } from './shape-faults.ts'

const NOT_NUMBER: ShapeFault = 'not-number'

/** Numbers of annotation files come as texts too. */
export const FileNumber = z
  .union([z.number(), z.string().trim().min(1).transform(Number)], NOT_NUMBER)
  .pipe(z.number(NOT_NUMBER))

export const FilePoint = z.object({ x: FileNumber, y: FileNumber })

/** Left, top and sides, as several programs spell them. */
export const FileRectangle = z.object({ left: FileNumber, top: FileNumber, width: FileNumber, height: FileNumber })

/** An object with values of one kind under any names. */
export function FileRecord<Value extends z.ZodType>(value: Value) {
  return keyed(value, shapeFault)
}

/** A kind of JSON annotation file, or of one JSON document a line. */
export interface JsonFormat {
  /** The folder of its golden file. */
  readonly id: string
  /** Looks at the outermost keys alone. */
  recognises(document: unknown): boolean
  read(document: unknown, image: AnnotatedImage): ReadObjects
}

interface JsonFormatDefinition<Document> {
  readonly id: string
  /** The schema by which the kind is recognized. */
  readonly sign: z.ZodType
  readonly document: z.ZodType<Document>
  read(document: Document, image: AnnotatedImage): ReadObjects
}

export function defineJsonFormat<Document>({
  id,
  sign,
  document: shape,
  read,
}: JsonFormatDefinition<Document>): JsonFormat {
  return {
    id,
    recognises: (document) => sign.safeParse(document).success,
    read(document, image) {
      const known = readShape(shape, document)
      return known.ok ? read(known.value, image) : known
    },
  }
}

/** A sign of documents that are lists: what the first entry looks like. */
export function listOf(entry: z.ZodType): z.ZodType {
  return z.tuple([entry]).rest(z.unknown())
}

/** A document of one entry, or a list of them. */
export function oneOrMore<Entry extends z.ZodType>(entry: Entry) {
  return z.union([z.array(entry), entry.transform((only) => [only])])
}

/** A parsed document in a known shape; the refusal says where it differs. */
export function readShape<Shape>(schema: z.ZodType<Shape>, document: unknown): Result<Shape, Refusal> {
  const parsed = schema.safeParse(document, { error: shapeFault })
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  return issue ? err(describe(deepest(issue))) : refuse('file-unreadable')
}

/** The same of a part of a document, which the refusal names. */
export function readPart<Shape>(schema: z.ZodType<Shape>, part: unknown, place: FilePlace): Result<Shape, Refusal> {
  const read = readShape(schema, part)
  return read.ok ? read : refuse('part-unreadable', { place }, read.error)
}

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>

/** Where several shapes are possible, the one that was understood farthest says best what is wrong. */
function deepest(issue: z.core.$ZodIssue): Issue {
  if (issue.code !== 'invalid_union') return issue
  const inner = issue.errors
    .flatMap(([first]) => (first ? [deepest(first)] : []))
    .reduce<Issue | undefined>((best, next) => (best && best.path.length >= next.path.length ? best : next), undefined)
  return inner && inner.path.length > 0 ? { ...inner, path: [...issue.path, ...inner.path] } : issue
}

function describe({ path, message }: Issue): Refusal {
  return shapeRefusal(message, spell(path))
}

/** `annotations[3].bbox`. */
function spell(path: readonly PropertyKey[]): string {
  const spelled = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
  return spelled.length > 120 ? `${spelled.slice(0, 120)}…` : spelled
}

/** Levels of lists and objects inside each other; annotation files have ten at most. */
export const MAX_JSON_DEPTH = 200
export const TOO_DEEP = refusal('json-too-deep', { most: MAX_JSON_DEPTH })

/** The parsed value, or undefined when the text is not JSON, or is nested too deeply. Numbers that JSON does not know are null. */
export function parseJson(text: string): unknown {
  if (deeperAt(text, MAX_JSON_DEPTH) !== undefined) return undefined
  try {
    return JSON.parse(withKnownNumbers(text))
  } catch {
    return undefined
  }
}

/** A text, which may be open at the end so that each is passed once, or a number that Python writes and JSON does not know. */
const STRANGE_NUMBERS = /"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?$)|-?\b(?:NaN|Infinity)\b/gs

/** The JSON text with `null` for `NaN` and `Infinity`: whoever needs such a number misses it and says so. */
export function withKnownNumbers(text: string): string {
  if (!/\b(?:NaN|Infinity)\b/.test(text)) return text
  return text.replace(STRANGE_NUMBERS, (found) => (found.startsWith('"') ? found : 'null'))
}
