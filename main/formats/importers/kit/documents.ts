import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { Split } from '#common/split'
import type { DatasetFile, DatasetFiles, DatasetImporter, ListedClasses } from '#core/datasets/ports'
import type { AnnotatedPicture } from '#core/management/ports'
import { parseJson } from '../../labels/kit/json.ts'
import { type ReadObjects, shorten, unreadable } from '../../labels/kit/reading.ts'
import { defineImporter, eachFile, type Findings } from '../define.ts'
import { readJson } from './json/document.ts'
import { keysIn } from './json/head.ts'
import { endingOf, isAside, splitInName } from './paths.ts'
import { pauses } from './pauses.ts'
import { textLines } from './texts.ts'

/** What a document says of one image. */
export interface DocumentEntry {
  readonly name: string
  readonly split?: Split | undefined
  /** Reasons, one for each annotation that cannot be read and costs only itself. */
  readonly leftOut?: readonly string[]
  objects(picture: AnnotatedPicture): ReadObjects
}

interface DocumentFormat extends Pick<DatasetImporter, 'id' | 'title' | 'companions'> {
  /** Files of further endings hold a document a line. */
  readonly lineEndings?: readonly string[]
  /** By the keys at the beginning of the file, or of its first line. */
  isWanted(keys: ReadonlySet<string>, path: string): boolean
  /** Images of which something is said; those that the program has only listed are no background images. */
  entries(document: unknown, source: DocumentSource): Result<readonly DocumentEntry[], Refusal>
  /** The classes that a document lists. */
  listed?(document: unknown): readonly ListedClasses[]
}

export interface DocumentSource {
  readonly path: string
  /** The names of all files of the data set without their folders, in small letters. */
  readonly names: ReadonlySet<string>
}

const HEAD_BYTES = 64 * 1024

/** JSON about one image or many in the words of one program, as a whole or a line at a time. */
export function documentImporter({
  lineEndings = [],
  isWanted,
  entries,
  listed = () => [],
  ...format
}: DocumentFormat): DatasetImporter {
  const isOfLines = (path: string) => lineEndings.includes(endingOf(path))

  async function* read(file: DatasetFile, dataset: DatasetFiles, source: DocumentSource): Findings {
    for await (const { document, line } of documentsOf(file, dataset, isOfLines(file.path))) {
      const where = { path: file.path, ...(line !== undefined && { line }) }
      const said = document.ok ? entries(document.value, source) : document
      if (!said.ok) {
        yield { ...where, reason: `Left out: ${said.error.message}.` }
        continue
      }
      if (document.ok) yield* listed(document.value)
      yield* findingsOf(said.value, where)
    }
  }

  return defineImporter({
    ...format,
    async recognise(dataset) {
      const found: DatasetFile[] = []
      for (const file of dataset.files) {
        const { path } = file
        if ((endingOf(path) !== '.json' && !isOfLines(path)) || isAside(path)) continue
        const head = await dataset.head(file, HEAD_BYTES)
        const start = isOfLines(path) ? (/\S[^\r\n]*/.exec(head)?.[0] ?? '') : head
        if (isWanted(keysIn(start), path)) found.push(file)
      }
      return found
    },
    async *read(labels, dataset) {
      const pause = pauses()
      const names = namesOf(dataset)
      yield* eachFile(labels, async function* (file): Findings {
        yield* read(file, dataset, { path: file.path, names })
        await pause()
      })
    },
  })
}

function* findingsOf(entries: readonly DocumentEntry[], where: { readonly path: string; readonly line?: number }) {
  for (const { split = splitInName(where.path), leftOut = [], ...entry } of entries) {
    for (const reason of leftOut) yield { ...where, reason: `Left out of ${shorten(entry.name)}: ${reason}.` }
    yield { ...entry, source: where, ...(split && { split }), isPartial: leftOut.length > 0 }
  }
}

interface FoundDocument {
  readonly document: Result<unknown, Pick<Refusal, 'message'>>
  readonly line?: number
}

async function* documentsOf(
  file: DatasetFile,
  dataset: DatasetFiles,
  isOfLines: boolean,
): AsyncGenerator<FoundDocument> {
  if (!isOfLines) {
    const json = await readJson(dataset, file)
    const { line } = json.ok ? {} : json.error
    return yield { document: json.ok ? json : refused(json.error.reason), ...(line !== undefined && { line }) }
  }
  const pause = pauses()
  for await (const next of textLines(dataset, file)) {
    await pause()
    if ('reason' in next) yield { document: refused(next.reason), ...(next.line !== undefined && { line: next.line }) }
    else if (next.text.trim() !== '') yield { document: parsed(next.text), line: next.line }
  }
}

function parsed(text: string): FoundDocument['document'] {
  const document = parseJson(text)
  return document === undefined ? unreadable('it is not JSON') : ok(document)
}

/** A sentence of another reader, as the end of one. */
function refused(reason: string): FoundDocument['document'] {
  return unreadable(reason.replace(/\.$/, '').replace(/^It/, 'it'))
}

/** The names of all files without their folders, in small letters. */
export function namesOf({ files }: DatasetFiles): ReadonlySet<string> {
  return new Set(files.map(({ path }) => (path.split('/').at(-1) ?? '').toLowerCase()))
}

/** The last part of an address or a path that a program on another machine wrote. */
export function nameInAddress(address: string): string {
  const [place = ''] = address.split(/[?#]/)
  const name = place.split(/[\\/]/).at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
