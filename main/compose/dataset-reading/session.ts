import { serialize } from 'node:v8'
import type { ProjectType } from '#common/contract/projects'
import { wholeText } from '#common/long-text'
import { withHeads } from '#core/exchange/datasets/heads'
import {
  type DatasetFile,
  DatasetFileError,
  type DatasetFiles,
  type DatasetFinding,
  type DatasetImporter,
  type DescribedImage,
} from '#core/exchange/datasets/ports'
import type { DatasetPlace } from '#core/exchange/datasets/reader-ports'
import { type Candidate, type RecognisedFormat, recogniseFormats } from '#core/exchange/datasets/recognise'
import { withUtf8 } from '#core/exchange/datasets/utf16'
import { readAndNameUnused } from '#formats/importers/kit/unused/unused'
import { readAnnotations } from '#formats/labels/registry'
import { openDatasetPlace } from '#storage/blobs/dataset-place'
import type { BoundedSession, TellAlive } from '#tasks/bounded/serve'
import { annotationSources } from './annotation-sources.ts'
import {
  type KnownFormat,
  type ReadingRequest,
  readReadingRequest,
  type SentFile,
  type SentFinding,
  type SentFindings,
} from './messages.ts'

/** So many findings go over at once, or fewer when reading them takes longer than this. */
const BATCH = 64
const BATCH_MS = 10

/** Reads the label files of one dataset, in the process that may end over it. */
export function readingSession(importers: readonly DatasetImporter[], alive: TellAlive): BoundedSession {
  let files: DatasetFiles | undefined
  let candidates: readonly RecognisedFormat[] = []
  let projectType: ProjectType | undefined
  let findings: AsyncIterator<DatasetFinding> | undefined
  const images = new Map<number, DescribedImage>()
  const parts: string[] = []
  let last = 0

  async function open(place: DatasetPlace): Promise<undefined> {
    const opened = await openDatasetPlace(place)
    if (!opened.ok) throw new DatasetFileError(opened.error)
    files = watchedReads(withHeads(withUtf8(watched(opened.value, alive))), alive)
  }

  function there(): DatasetFiles {
    if (files === undefined) throw new Error('No dataset was opened')
    return files
  }

  async function recognise({ type, known }: Recognising): Promise<readonly Candidate[]> {
    projectType = type
    candidates = (known && recalled(importers, there(), known)) ?? (await recogniseFormats(importers, there(), type))
    return candidates.map(({ importer: { id, title, isOfFolders }, labels }) => ({
      importer: { id, title, ...(isOfFolders !== undefined && { isOfFolders }) },
      labels,
    }))
  }

  function begin(format: string | undefined): undefined {
    const chosen = candidates.find((each) => each.importer.id === format)
    if (format !== undefined && chosen === undefined) throw new Error(`Nothing is of the format ${format}`)
    findings = readAndNameUnused({ chosen, candidates }, there(), projectType)[Symbol.asyncIterator]()
  }

  /** An image with bytes is the last of its batch: no other is read while they are held. */
  async function next(released: readonly number[]): Promise<SentFindings> {
    for (const number of released) images.delete(number)
    const sent: SentFinding[] = []
    const began = performance.now()
    while (sent.length < BATCH && performance.now() - began < BATCH_MS) {
      const found = await findings?.next()
      alive()
      if (found === undefined || found.done === true) return { findings: sent, isOver: true }
      sent.push(toSent(found.value))
      if ('objects' in found.value && found.value.bytes) break
    }
    return { findings: sent, isOver: false }
  }

  function toSent(finding: DatasetFinding): SentFinding {
    if (!('objects' in finding)) return finding
    const { objects: _objects, bytes, ...about } = finding
    last += 1
    images.set(last, finding)
    return { ...about, number: last, hasBytes: bytes !== undefined }
  }

  function imageOf(number: number): DescribedImage {
    const image = images.get(number)
    if (image === undefined) throw new Error(`The image ${number} was released`)
    return image
  }

  const bytesOf = (number: number) => imageOf(number).bytes?.()
  const sources = annotationSources(there)

  /** A file that belongs to no dataset; the parts of its text come first. */
  function readAlone(request: AloneRequest) {
    if (request.kind === 'part') return void parts.push(request.text)
    const { kind, file, image } = request
    alive(file.name)
    const text = [...parts.splice(0), wholeText(file.text)].join('')
    const read = readAnnotations({ ...file, text }, image)
    return kind === 'packed' ? serialize(read) : read
  }

  return {
    async answer(message) {
      const request = readReadingRequest(message)
      if (isAlone(request)) return readAlone(request)
      switch (request.kind) {
        case 'open':
          return open(request.place)
        case 'recognise':
          return recognise(request)
        case 'read':
          return begin(request.format)
        case 'next':
          return next(request.released)
        case 'objects':
          return imageOf(request.number).objects(request.image)
        case 'bytes':
          return bytesOf(request.number)
        case 'annotations':
          return sources.read(request.source, request.image)
        case 'names-fault':
          return sources.namesFault(request.path)
      }
    },
    async close() {
      await findings?.return?.()
      await files?.close()
    },
  }
}

/** About a file that belongs to no dataset. */
type AloneRequest = Extract<ReadingRequest, { readonly file: SentFile } | { readonly kind: 'part' }>

function isAlone(request: ReadingRequest): request is AloneRequest {
  return 'file' in request || request.kind === 'part'
}

type Recognising = Extract<ReadingRequest, { readonly kind: 'recognise' }>

/** Formats as an earlier look at the same files found them; undefined where something of them is not there. */
function recalled(
  importers: readonly DatasetImporter[],
  { files }: DatasetFiles,
  known: readonly KnownFormat[],
): readonly RecognisedFormat[] | undefined {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const found = known.flatMap(({ id, paths }) => {
    const importer = importers.find((each) => each.id === id)
    const labels = paths.flatMap((path) => byPath.get(path) ?? [])
    return importer && labels.length === paths.length ? [{ importer, labels }] : []
  })
  return found.length === known.length ? found : undefined
}

/** Tells which file is read, and that it gets on. */
function watched(files: DatasetFiles, alive: TellAlive): DatasetFiles {
  return {
    ...watchedReads(files, alive),
    head(file, bytes) {
      alive(file.path)
      return files.head(file, bytes)
    },
  }
}

function watchedReads(files: DatasetFiles, alive: TellAlive): DatasetFiles {
  return {
    ...files,
    async *read(file: DatasetFile) {
      alive(file.path)
      for await (const piece of files.read(file)) {
        alive()
        yield piece
      }
    },
  }
}
