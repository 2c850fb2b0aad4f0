import { deserialize } from 'node:v8'
import { parentPort, threadId, workerData } from 'node:worker_threads'
import type { LibraryNote } from '#common/contract/session'
import type { Refusal } from '#common/errors'
import { wholeText } from '#common/long-text'
import { ok } from '#common/result'
import { putObjects } from '#core/annotation/annotations/from-file'
import type { LabelMisfit } from '#core/annotation/annotations/read-annotation'
import { annotationService } from '#core/annotation/annotations/service'
import { proposalService } from '#core/annotation/proposals/service'
import { isDamagedRow } from '#core/damaged-row'
import { imageFinder } from '#core/dataset/images/service'
import { projectService } from '#core/dataset/projects/service'
import { toManagedImage } from '#core/management/embedded/views'
import { DiskFullError } from '#core/ports'
import { readAnnotations } from '#formats/labels/registry'
import { ImageBody } from '#servers/management/schemas/images'
import { toImageBody, withoutMarks } from '#servers/management/wire/images'
import { withProto } from '#servers/management/wire/proto'
import { annotationFrames } from '#servers/studio/frames/answering'
import { openLabelling } from '#storage/library/labelling'
import {
  type AskedDrawing,
  type AskedFile,
  type AskedImage,
  type AskedReplacement,
  type Done,
  type Failure,
  type LabellingReply,
  type LabellingRequest,
  readOpening,
  readPacked,
  readRequest,
} from './border.ts'
import { drawnAnnotations } from './drawing.ts'
import { freshHex, freshId } from './fresh-id.ts'

/**
 * The thread that reads and writes very many annotations, over a connection of its own: parsing, checking, comparing and writing tens of
 * thousands of shapes would hold up everybody in the thread that answers.
 */

const { database, workspace } = readOpening(workerData)
const { annotations: repository, images: stored, projects: projectRows, proposals: offered } = openLabelling(database)
const [notes, failures] = [new Array<LibraryNote>(), new Array<Failure>()]
let now = 0

const outside = {
  clock: { now: () => new Date(now) },
  random: { id: freshId, hex: freshHex },
  notes: { publish: (note: LibraryNote) => void notes.push(note) },
}
const images = imageFinder(stored)
const annotations = annotationService({ annotations: repository, images, ...outside })
const proposals = proposalService({ proposals: offered, images, ...outside })
const keeping = { annotations, projects: projectRows }
const projects = projectService({ projects: projectRows, ...outside })
const answerFrame = annotationFrames({ workspace, projects, annotations }, tell)

parentPort?.on('message', (message: unknown) => void serve(message))

async function serve(message: unknown): Promise<void> {
  const request = readRequest(message)
  now = request.now
  try {
    const done = await doneOf(request)
    tellDone(done, givenOf(done))
  } catch (failure) {
    if (failure instanceof DiskFullError) tellDone({ kind: 'full' })
    else parentPort?.postMessage(failureOf(failure))
  }
}

function failureOf(failure: unknown): { readonly failure: string; readonly code?: string; readonly refusal?: Refusal } {
  if (!(failure instanceof Error)) return { failure: String(failure) }
  if (isDamagedRow(failure)) return { failure: failure.message, code: failure.code, refusal: failure.refusal }
  const code = 'code' in failure && typeof failure.code === 'string' ? { code: failure.code } : {}
  return { failure: failure.message, ...code }
}

async function doneOf(request: LabellingRequest): Promise<Done> {
  if (request.kind === 'frame') return frame(request.bytes)
  if (request.kind === 'image') return image(request.asked)
  if (request.kind === 'draw') return draw(request.asked)
  return request.kind === 'file' ? file(request.asked) : replace(request.asked)
}

async function image({ project, details, links, marks }: AskedImage): Promise<Done> {
  const opened = await annotations.open(project, details.id)
  if (!opened.ok) return { kind: 'image', result: opened }
  const whole = toManagedImage(details, opened.value, await projects.classes(project))
  const body = toImageBody(marks ? whole : withoutMarks(whole), links)
  return { kind: 'image', result: ok(new TextEncoder().encode(JSON.stringify(withProto(ImageBody, body)))) }
}

async function draw({ image, colors, as }: AskedDrawing): Promise<Done> {
  const [labelled] = await stored.outlines(image.projectId, [image.id])
  const bytes = await drawnAnnotations(image, { shapes: labelled?.shapes ?? [], colors, as })
  return { kind: 'draw', bytes: new Uint8Array(bytes) }
}

async function replace({ project, image, upload }: AskedReplacement): Promise<Done> {
  const misfits: LabelMisfit[] = []
  const onMisfit = (misfit: LabelMisfit) => void misfits.push(misfit)
  const result = await annotations.replace(project, image, { ...upload, onMisfit })
  return { kind: 'replace', result, misfits }
}

/** Memory that goes over to whoever asked. */
function givenOf(done: Done): readonly ArrayBuffer[] {
  if (done.kind === 'frame' || done.kind === 'draw') return [done.bytes.buffer]
  return done.kind === 'image' && done.result.ok ? [done.result.value.buffer] : []
}

function tellDone(done: Done, given: readonly ArrayBuffer[] = []): void {
  const answer = { ranIn: threadId, notes: notes.splice(0), failures: failures.splice(0), done }
  parentPort?.postMessage({ answer } satisfies { readonly answer: LabellingReply }, [...given])
}

async function frame(bytes: Uint8Array<ArrayBuffer>): Promise<Done> {
  return { kind: 'frame', bytes: await answerFrame(bytes) }
}

async function file({ project, image, file, packed }: AskedFile): Promise<Done> {
  const about = { name: image.name, frame: { width: image.width, height: image.height }, type: project.type }
  const read =
    packed === undefined
      ? readAnnotations({ ...file, text: wholeText(file.text) }, about)
      : readPacked(deserialize(packed))
  if (!read.ok) return { kind: 'file', result: read }
  if (file.source !== undefined) {
    const said = { objects: read.value, source: file.source, overwrite: file.overwrite }
    const offered = await proposals.offer(project, image.id, said)
    return { kind: 'file', result: offered.ok ? ok({ leftOut: [] }) : offered }
  }
  const sent = { objects: read.value, overwrite: file.overwrite }
  return { kind: 'file', result: await putObjects(keeping, { project, image }, sent) }
}

function tell(path: string, failure: unknown): void {
  failures.push({ path, message: failure instanceof Error ? (failure.stack ?? failure.message) : String(failure) })
}
