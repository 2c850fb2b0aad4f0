import { type Refusal, refusal } from '#common/errors'
import { inParts } from '#common/long-text'

import { err, ok, type Result } from '#common/result'
import type { AnnotationReader } from '#core/annotation/annotations/annotation-file'
import { DatasetFileError } from '#core/exchange/datasets/ports'
import type { DatasetReader, DatasetReaders, ReadFinding } from '#core/exchange/datasets/reader-ports'
import { MAX_INLINE_BYTES } from '#core/exchange/zip-uploads/rules'
import { type BoundedLimits, BoundedProcessError, BoundedWorkError } from '#tasks/bounded/process'
import { type BoundedLease, type BoundedProcesses, boundedProcesses } from '#tasks/bounded/processes'
import {
  type ReadingRequest,
  readAnswer,
  readBytes,
  readCandidates,
  readFault,
  readFindings,
  readObjects,
  type SentFile,
  type SentFinding,
} from './messages.ts'

export interface ReadingOptions {
  /** The program of the process, when it is bundled. */
  readonly entry?: URL | undefined
  readonly limits?: Partial<BoundedLimits>
}

/** Reads foreign files in processes with limits. */
export interface ForeignReading {
  readonly readers: DatasetReaders
  /** Reads small files at once and where it is called. */
  readonly readAnnotations: AnnotationReader
  /** Reads a large file, and answers its objects as bytes that `v8.deserialize` reads. */
  readonly packAnnotations: (...of: Parameters<AnnotationReader>) => Promise<Result<Uint8Array, Refusal>>
  /** The processes that are at work or wait for it. */
  pids(): readonly number[]
  close(): Promise<void>
}

const LIMITS: BoundedLimits = { memoryMiB: 2048, silenceMs: 60_000, graceMs: 1000, idleMs: 60_000 }
/** Datasets that are read at once, each for as long as its import takes. */
const DATASETS_AT_ONCE = 4
/** Single files that are read at once. */
const FILES_AT_ONCE = 2

export function foreignReading({ entry, limits: given }: ReadingOptions = {}): ForeignReading {
  const limits = { ...LIMITS, ...given }
  const program = { entry: entry ?? new URL('./process.ts', import.meta.url), limits }
  const datasets = boundedProcesses({ ...program, mostAtOnce: DATASETS_AT_ONCE })
  const files = boundedProcesses({ ...program, mostAtOnce: FILES_AT_ONCE })
  return {
    readers: {
      warm: datasets.warm,
      async open(place, signal) {
        const lease = await datasets.lease(signal)
        const asking = askingOf(lease, limits)
        try {
          await asking({ kind: 'open', place })
        } catch (failure) {
          lease.release()
          throw failure
        }
        return readerOf(asking, () => lease.release())
      },
    },
    readAnnotations: singleFiles(files, limits),
    packAnnotations: packedFiles(files, limits),
    pids: () => [...datasets.pids(), ...files.pids()],
    async close() {
      await Promise.all([datasets.close(), files.close()])
    },
  }
}

type Ask = (request: ReadingRequest) => Promise<unknown>

function askingOf(lease: BoundedLease, limits: BoundedLimits): Ask {
  return async (request) => {
    try {
      return await lease.ask(request)
    } catch (failure) {
      if (failure instanceof BoundedProcessError) throw new DatasetFileError(refusalOf(failure, limits))
      throw failure instanceof BoundedWorkError && failure.refusal ? new DatasetFileError(failure.refusal) : failure
    }
  }
}

function refusalOf({ reason, at }: BoundedProcessError, { memoryMiB, silenceMs }: BoundedLimits): Refusal {
  const file = at?.slice(0, 200)
  const [memory, seconds] = [memoryMiB * 1024 ** 2, silenceMs / 1000]
  switch (reason) {
    case 'memory':
      return file === undefined
        ? refusal('dataset-takes-too-much-memory', { memory })
        : refusal('file-takes-too-much-memory', { file, memory })
    case 'time':
      return file === undefined
        ? refusal('dataset-reading-stuck', { seconds })
        : refusal('file-reading-stuck', { file, seconds })
    case 'ended':
      return file === undefined ? refusal('dataset-reading-ended') : refusal('file-reading-ended', { file })
  }
}

function readerOf(ask: Ask, release: () => void): DatasetReader {
  const released: number[] = []

  function found(finding: SentFinding): ReadFinding {
    if (!('number' in finding)) return finding
    const { number, hasBytes, ...about } = finding
    return {
      ...about,
      objects: async (image) => readObjects(await ask({ kind: 'objects', number, image })),
      ...(hasBytes && { bytes: async () => readBytes(await ask({ kind: 'bytes', number })) }),
      release: () => void released.push(number),
    }
  }

  async function* read(format: string | undefined): AsyncGenerator<ReadFinding> {
    await ask({ kind: 'read', format })
    for (let isOver = false; !isOver; ) {
      const batch = readFindings(await ask({ kind: 'next', released: released.splice(0) }))
      for (const finding of batch.findings) yield found(finding)
      isOver = batch.isOver
    }
  }

  return {
    async recognise(type, candidates) {
      const known = candidates?.map(({ importer: { id }, labels }) => ({ id, paths: labels.map(({ path }) => path) }))
      return readCandidates(await ask({ kind: 'recognise', type, known }))
    },
    read: (format) => read(format?.importer.id),
    namesFault: async (path) => readFault(await ask({ kind: 'names-fault', path })),
    annotations: async (source, image) => readAnswer(await ask({ kind: 'annotations', source, image })),
    release,
  }
}

/** Small files are read at once: a process would take longer than they do. */
function singleFiles(processes: BoundedProcesses, limits: BoundedLimits): AnnotationReader {
  return async (file, image) => {
    const { text } = file
    const isShort = typeof text === 'string' && Buffer.byteLength(text) <= MAX_INLINE_BYTES
    if (isShort) {
      // Loaded with the first file: the parsers would hold up the start.
      const { readAnnotations } = await import('#formats/labels/registry')
      return readAnnotations({ ...file, text }, image)
    }
    const read = await askAlone({ processes, limits }, { kind: 'file', file: sent(file), image })
    return read.ok ? readObjects(read.value) : read
  }
}

function packedFiles(processes: BoundedProcesses, limits: BoundedLimits): ForeignReading['packAnnotations'] {
  return async (file, image) => {
    const read = await askAlone({ processes, limits }, { kind: 'packed', file: sent(file), image })
    return read.ok ? ok(readBytes(read.value)) : read
  }
}

function sent({ name, text, labelmap }: SentFile): SentFile {
  return { name, text, labelmap }
}

type FileRequest = Extract<ReadingRequest, { readonly file: SentFile }>

/** Sends all of a text but its end, which it answers: many megabytes at once would hold up everybody while they are written into the channel. */
async function sendParts({ text }: SentFile, asking: Ask): Promise<string> {
  const parts = inParts(text)
  for (const part of parts.slice(0, -1)) await asking({ kind: 'part', text: part })
  return parts.at(-1) ?? ''
}

/** In a process of its own; one that ended over the file refuses it. */
async function askAlone(
  { processes, limits }: { readonly processes: BoundedProcesses; readonly limits: BoundedLimits },
  request: FileRequest,
): Promise<Result<unknown, Refusal>> {
  const lease = await processes.lease(new AbortController().signal)
  const asking = askingOf(lease, limits)
  try {
    return ok(await asking({ ...request, file: { ...request.file, text: await sendParts(request.file, asking) } }))
  } catch (failure) {
    if (!(failure instanceof DatasetFileError)) throw failure
    return err(failure.refusal)
  } finally {
    lease.release()
  }
}
