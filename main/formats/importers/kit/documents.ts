import { type Refusal, refuse } from '#common/errors'
import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { err, ok, type Result } from '#common/result'
import type { Split } from '#common/split'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type {
  DatasetFile,
  DatasetFiles,
  DatasetImporter,
  DatasetProblem,
  ListedClasses,
} from '#core/exchange/datasets/ports'
import { parseJson } from '../../labels/kit/json.ts'
import { type ReadObjects, shorten } from '../../labels/kit/reading.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { readJson } from './json/document.ts'
import { jsonBatches, NOT_JSON, objectBehind } from './json/elements.ts'
import { headKeysOf } from './json/head.ts'
import type { WantedEntries } from './json/scanner.ts'
import { endingOf, isAside, splitInName } from './paths.ts'
import { pauses } from './pauses.ts'
import { textLines } from './texts.ts'

/** A document's entry for one image. */
export interface DocumentEntry {
  readonly name: string
  readonly size?: Size
  readonly split?: Split | undefined
  /** Reasons, one for each annotation that cannot be read and costs only itself. */
  readonly leftOut?: readonly Message[]
  objects(image: AnnotatedImage): ReadObjects
}

/** Something that belongs to none of the images of a document. */
export interface DocumentFault {
  readonly reason: Message
  /** Reported once per file. */
  readonly isOfFile?: true
  /** A note, not a problem. */
  readonly isNote?: true
}

interface DocumentFormat<Beside> extends Pick<DatasetImporter, 'id' | 'title' | 'companions' | 'isOfTexts'> {
  /** Files of further endings hold a document a line. */
  readonly lineEndings?: readonly string[]
  /** By the keys at the beginning of the file, or of its first line. */
  isWanted(keys: ReadonlySet<string>, path: string): boolean
  /**
   * Where the images of a file about many stand, by the keys at its beginning: each is a document then, and the file may be larger than
   * the memory. Undefined where the whole file is one document.
   */
  pieces?(keys: ReadonlySet<string>): WantedEntries | undefined
  /** An object beside the pieces, by its key in the outermost one. */
  readonly beside?: { readonly key: string; read(value: unknown): Beside }
  /** Images of which something is said; those that the program has only listed are no background images. */
  entries(
    document: unknown,
    source: DocumentSource<Beside>,
  ): Result<readonly (DocumentEntry | DocumentFault)[], Refusal>
  /** The classes that the object beside the pieces lists. */
  listed?(beside: Beside): readonly ListedClasses[]
}

export interface DocumentSource<Beside = unknown> {
  readonly path: string
  /** The names of all files of the dataset without their folders, in small letters. */
  readonly names: ReadonlySet<string>
  readonly beside: Beside | undefined
}

/** JSON about one image or many in the words of one program, as a whole or a line at a time. */
export function documentImporter<Beside = never>({
  lineEndings = [],
  isWanted,
  pieces = () => undefined,
  beside,
  entries,
  listed = () => [],
  ...format
}: DocumentFormat<Beside>): DatasetImporter {
  const isOfLines = (path: string) => lineEndings.includes(endingOf(path))

  async function* documents(file: DatasetFile, dataset: DatasetFiles): AsyncGenerator<FoundDocument> {
    if (isOfLines(file.path)) return yield* lineDocuments(file, dataset)
    const wanted = pieces(await headKeysOf(dataset, file))
    yield* wanted ? pieceDocuments(file, dataset, wanted) : wholeDocument(file, dataset)
  }

  async function* read(file: DatasetFile, dataset: DatasetFiles, names: ReadonlySet<string>): Findings {
    const { path } = file
    const found = beside?.read(await objectBehind(dataset, file, beside.key))
    if (found !== undefined) yield* listed(found)
    const told = new Set<string>()
    for await (const { document, line, faultLine } of documents(file, dataset)) {
      const where = { path, ...(line !== undefined && { line }) }
      const said = document.ok ? entries(document.value, { path, names, beside: found }) : document
      if (said.ok) yield* findingsOf(said.value, where, told)
      else yield { ...where, ...(faultLine && { line: faultLine() }), reason: skipped(said.error) }
    }
  }

  return defineImporter({
    ...format,
    async recognise(dataset) {
      const found: DatasetFile[] = []
      for (const file of dataset.files) {
        const { path } = file
        if ((endingOf(path) !== '.json' && !isOfLines(path)) || isAside(path)) continue
        if (isWanted(await headKeysOf(dataset, file, isOfLines(path)), path)) found.push(file)
      }
      return found
    },
    async *read(labels, dataset) {
      const pause = pauses()
      const names = namesOf(dataset)
      yield* eachFile(labels, async function* (file): Findings {
        yield* read(file, dataset, names)
        await pause()
      })
    },
  })
}

interface Where {
  readonly path: string
  readonly line?: number
}

function* findingsOf(found: readonly (DocumentEntry | DocumentFault)[], where: Where, told: Set<string>) {
  for (const each of found) {
    if (!('reason' in each)) yield* findingsOfImage(each, where)
    else {
      const { reason, isOfFile, isNote } = each
      const sentence = sentenceOf(reason)
      if (isOfFile && told.has(sentence)) continue
      if (isOfFile) told.add(sentence)
      yield { ...(isOfFile ? { path: where.path } : where), reason, ...(isNote && { isNote }) }
    }
  }
}

/** An image with the faults of its annotations. */
export function* findingsOfImage({ split, leftOut = [], ...entry }: DocumentEntry, where: Where) {
  const within = split ?? splitInName(where.path)
  for (const fault of leftOut) yield { ...where, reason: message('skipped-in', { name: shorten(entry.name) }, fault) }
  yield { ...entry, source: where, ...(within && { split: within }), isPartial: leftOut.length > 0 }
}

interface FoundDocument {
  readonly document: Result<unknown, Refusal | DatasetProblem>
  readonly line?: number
  /** The line of a piece, worth finding only when something is wrong with it. */
  faultLine?(): number
}

async function* wholeDocument(file: DatasetFile, dataset: DatasetFiles): AsyncGenerator<FoundDocument> {
  const json = await readJson(dataset, file)
  const { line } = json.ok ? {} : json.error
  yield { document: json, ...(line !== undefined && { line }) }
}

/** An entry that is wrong costs itself alone. */
async function* pieceDocuments(
  file: DatasetFile,
  dataset: DatasetFiles,
  { lists = [], objects = [] }: WantedEntries,
): AsyncGenerator<FoundDocument> {
  const pause = pauses()
  for await (const { values, lineOf } of jsonBatches(dataset, file, { keys: lists, objects, pause })) {
    for (const [offset, value] of values.entries()) {
      const document = value === NOT_JSON ? refuse('not-json') : ok(value)
      yield { document, faultLine: () => lineOf(offset) }
    }
  }
}

async function* lineDocuments(file: DatasetFile, dataset: DatasetFiles): AsyncGenerator<FoundDocument> {
  const pause = pauses()
  for await (const next of textLines(dataset, file)) {
    await pause()
    if ('reason' in next) yield { document: err(next), ...(next.line !== undefined && { line: next.line }) }
    else if (next.text.trim() !== '') yield { document: parsed(next.text), line: next.line }
  }
}

function parsed(text: string): FoundDocument['document'] {
  const document = parseJson(text)
  return document === undefined ? refuse('not-json') : ok(document)
}

/** A text that is no document is refused by a whole sentence. */
function skipped(error: Refusal | DatasetProblem): Message {
  return 'reason' in error ? error.reason : message('skipped', {}, error)
}

/** The names of all files without their folders, in small letters. */
export function namesOf({ files }: DatasetFiles): ReadonlySet<string> {
  return new Set(files.map(({ path }) => (path.split('/').at(-1) ?? '').toLowerCase()))
}
