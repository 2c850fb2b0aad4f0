import type { Refusal } from '#common/errors'
import { refuse } from '#common/errors'
import type { ImageId } from '#common/ids'
import type { LongText } from '#common/long-text'
import { ok, type Result } from '#common/result'
import type { Workspace } from '#core/access/workspaces/ports'
import type { AnnotatedWith } from '#core/annotation/annotations/annotation-file'
import { type FileAnnotator, type ObjectKeeping, putObjects } from '#core/annotation/annotations/from-file'
import type { AnnotationService } from '#core/annotation/annotations/service'
import type { PredictionOfferer, ProposalService } from '#core/annotation/proposals/service'
import type { StoredImage } from '#core/dataset/images/ports'
import type { Project } from '#core/dataset/projects/ports'
import { type Clock, DiskFullError, type Notes } from '#core/ports'
import { askedThreads, ThreadEndedError } from '#servers/kit/json/threads'
import type { DenseImage, DenseImages } from '#servers/management/services'
import type { LargeFrames } from '#servers/studio/frames/routing'
import type { Library } from '#storage/library/library'
import type { ForeignReading } from '../dataset-reading/readers.ts'
import {
  type AskedDrawing,
  type Done,
  type LabellingOpening,
  type LabellingRequest,
  readReply,
  type SentAnnotations,
} from './border.ts'

/** Reads and writes very many annotations in threads of their own. */
export interface Labelling extends LargeFrames {
  /** With the name of a model, the annotations are what that says of the image. */
  file(project: Project, image: StoredImage, file: SentAnnotations): Promise<Result<AnnotatedWith, Refusal>>
  /** As the service of annotations does it. */
  readonly replace: AnnotationService['replace']
  /** The same for a project that is not to be seen yet: nobody is told. */
  readonly replaceUnseen: AnnotationService['replace']
  readonly image: DenseImages['body']
  /** The annotations of an image alone as a file, drawn in a thread that does nothing else. */
  draw(asked: AskedDrawing): Promise<Uint8Array>
  /** How much an image holds, before it is read. */
  readonly weights: Library['weights']
  /** Hears in which thread each piece of work was done. */
  onDone(listener: (ranIn: number) => void): void
  close(): Promise<void>
}

interface Dependencies {
  readonly library: Pick<Library, 'apart' | 'weights' | 'database'>
  readonly foreign: Pick<ForeignReading, 'packAnnotations'>
  readonly workspace: Workspace
  readonly clock: Clock
  readonly notes: Notes
  readonly logFailure: (message: string, failure: unknown) => void
}

/** The entry lies beside this file, as its source or beside the bundle. */
const URL_OF_THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './thread.ts' : './labelling-thread.mjs',
  import.meta.url,
)

/** One may read while the other writes: of those that write one follows the other anyway. */
const MOST_THREADS = 2
const MEMORY_MIB = 2048

/** A file above this, which the thread would read itself, is read in a process that may end over it. */
const READ_IN_THREAD = 256 * 1024

export function labelling({ library, foreign, workspace, clock, notes, logFailure }: Dependencies): Labelling {
  const workerData: LabellingOpening = { database: library.database, workspace }
  const threads = askedThreads({ url: URL_OF_THREAD, workerData, most: MOST_THREADS, memoryMiB: MEMORY_MIB })
  // A drawing of very many points takes seconds, and nobody who writes is to wait for it.
  const drawers = askedThreads({ url: URL_OF_THREAD, workerData, most: 1, memoryMiB: MEMORY_MIB })
  const listeners: ((ranIn: number) => void)[] = []

  async function ask(request: LabellingRequest, tell = notes.publish): Promise<Done> {
    const asked = request.kind === 'draw' ? drawers : threads
    const reply = readReply(await asked.ask(request, givenOf(request)))
    for (const note of reply.notes) tell(note)
    for (const { path, message } of reply.failures) logFailure(path, new Error(message))
    for (const listener of listeners) listener(reply.ranIn)
    if (reply.done.kind === 'full')
      throw new DiskFullError(new Error('The thread that writes annotations found no room'))
    return reply.done
  }

  const now = () => clock.now().getTime()

  async function file(project: Project, image: StoredImage, given: SentAnnotations) {
    const about = { name: image.name, frame: { width: image.width, height: image.height }, type: project.type }
    const isLong = isLongText(given.text, READ_IN_THREAD + 1)
    const read = isLong ? await foreign.packAnnotations(given, about) : undefined
    if (read && !read.ok) return read
    const sent = read ? { file: { ...given, text: '' }, packed: new Uint8Array(read.value) } : { file: given }
    try {
      const done = await library.apart(() => ask({ kind: 'file', asked: { project, image, ...sent }, now: now() }))
      if (done.kind === 'file') return done.result
    } catch (failure) {
      if (!(failure instanceof ThreadEndedError)) throw failure
      return refuse('annotations-exceed-memory')
    }
    throw new Error('The thread of annotations answered something else than a file')
  }

  function replacing(tell = notes.publish): AnnotationService['replace'] {
    return async (project, image, { onMisfit, ...upload }) => {
      const asked = { project, image, upload }
      const done = await library.apart(() => ask({ kind: 'replace', asked, now: now() }, tell))
      if (done.kind !== 'replace')
        throw new Error('The thread of annotations answered something else than a replacement')
      for (const misfit of done.misfits) onMisfit?.(misfit)
      return done.result
    }
  }

  async function image(asked: DenseImage) {
    const done = await ask({ kind: 'image', asked, now: now() })
    if (done.kind === 'image') return done.result
    throw new Error('The thread of annotations answered something else than an image')
  }

  return {
    weights: library.weights,
    file,
    replace: replacing(),
    replaceUnseen: replacing(() => undefined),
    image,
    async answer(bytes, doing) {
      const answered = () => ask({ kind: 'frame', bytes, now: now() })
      const done = await (doing === 'write' ? library.apart(answered) : answered())
      if (done.kind === 'frame') return done.bytes
      throw new Error('The thread of annotations answered something else than a frame')
    },
    async draw(asked) {
      const done = await ask({ kind: 'draw', asked, now: now() })
      if (done.kind === 'draw') return done.bytes
      throw new Error('The thread of annotations answered something else than a drawing')
    },
    onDone: (listener) => void listeners.push(listener),
    close: async () => void (await Promise.all([threads.close(), drawers.close()])),
  }
}

/** Memory that goes over to the thread. */
function givenOf(request: LabellingRequest): readonly ArrayBuffer[] {
  if (request.kind === 'frame') return [request.bytes.buffer]
  return request.kind === 'file' && request.asked.packed ? [request.asked.packed.buffer] : []
}

/** A file from this length on, and an image with more shapes, is work for a thread of its own. */
export const LARGE_FILE = 32 * 1024
export const MANY_SHAPES = 500
/** Annotations whose places have more bytes in the library are read and drawn in a thread; some 2,000 points. */
export const LARGE_OUTLINES = 32 * 1024

/** Whether a text has so many bytes; those of a very long one are not counted, which would take as long as reading it. */
function isLongText(text: LongText, bytes: number): boolean {
  return typeof text !== 'string' || text.length >= bytes || Buffer.byteLength(text) >= bytes
}

/** Puts annotation files onto images: small ones at once, others in a thread. */
export function fileAnnotator(
  { weights, file: remote }: Pick<Labelling, 'weights' | 'file'>,
  { foreign, ...keeping }: ObjectKeeping & { readonly foreign: ForeignReading },
): FileAnnotator {
  return async (project, image, file) => {
    const isLarge = isLongText(file.text, LARGE_FILE) || weights.objects(image.id) > MANY_SHAPES
    if (isLarge) return remote(project, image, file)
    const { name, width, height } = image
    const read = await foreign.readAnnotations(file, { name, frame: { width, height }, type: project.type })
    return read.ok ? putObjects(keeping, { project, image }, { objects: read.value, overwrite: file.overwrite }) : read
  }
}

/** The service for imports, which replaces annotations of images: few at once, very many in a thread. */
export function importedAnnotations(
  { weights, replace }: Pick<Labelling, 'weights' | 'replace'>,
  annotations: AnnotationService,
): AnnotationService {
  return {
    ...annotations,
    async replace(project, image, upload) {
      const isLarge = upload.objects.length > MANY_SHAPES || (upload.overwrite && weights.objects(image) > MANY_SHAPES)
      return (isLarge ? replace : annotations.replace)(project, image, upload)
    },
  }
}

/** Answers about images with very many annotations. */
export function denseImages({ weights, image }: Pick<Labelling, 'weights' | 'image'>): DenseImages {
  const holds = (id: ImageId) => weights.objects(id) > MANY_SHAPES || weights.outlines(id) > LARGE_OUTLINES
  return { holds, body: image }
}

/** Offers annotation files of models: small ones at once, others in a thread. */
export function predictionOfferer(
  { file: inThread }: Pick<Labelling, 'file'>,
  { proposals, foreign }: { readonly proposals: ProposalService; readonly foreign: ForeignReading },
): PredictionOfferer {
  return async (project, image, file) => {
    if (isLongText(file.text, LARGE_FILE)) {
      const offered = await inThread(project, image, file)
      return offered.ok ? ok(undefined) : offered
    }
    const { id, name, width, height } = image
    const read = await foreign.readAnnotations(file, { name, frame: { width, height }, type: project.type })
    const { source, overwrite } = file
    return read.ok ? proposals.offer(project, id, { objects: read.value, source, overwrite }) : read
  }
}
