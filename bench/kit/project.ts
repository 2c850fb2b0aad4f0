import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { basename } from 'node:path'
import { json } from 'node:stream/consumers'
import { Shape } from '#common/annotation/shape'
import { ImportOutcome } from '#common/contract/imports'
import { importFileUrl } from '#common/contract/urls'
import type { ClassId, ImageId, ProjectSlug, TaskId } from '#common/ids'
import type { StationProcess } from '#test/kit/station-process'
import { inLanes } from './lanes.ts'

/** Files that the page sends in parallel. */
export const PAGE_LANES = 4

const AGENT = new Agent({ keepAlive: true, maxSockets: PAGE_LANES })

export async function newProject({ studio }: StationProcess, name: string): Promise<ProjectSlug> {
  const { slug } = await studio.projects.create({ name, type: 'object-detection' })
  return slug
}

/** Imports files as the page does. Rejects if one of them was not added. */
export async function bringIn(
  station: StationProcess,
  project: ProjectSlug,
  paths: readonly string[],
): Promise<ImageId[]> {
  const { taskId } = await station.studio.imports.start({ project, batchName: 'Bench', expected: paths.length })
  const images: ImageId[] = []
  await inLanes(PAGE_LANES, paths, async (path) => images.push(await send(station, taskId, path)))
  await station.studio.imports.finish({ taskId })
  return images
}

/** Buffers of sent files for reuse, because a browser does not read every file into new memory either. */
const spare: Buffer[] = []
const LARGEST_FILE = 16 * 1024 * 1024

/** Reads a file; `done` returns its buffer. */
async function readLent(path: string): Promise<{ bytes: Buffer; done: () => void }> {
  const memory = spare.pop() ?? Buffer.allocUnsafeSlow(LARGEST_FILE)
  const file = await open(path)
  try {
    const { bytesRead } = await file.read(memory)
    if (bytesRead === LARGEST_FILE) throw new Error(`${path} is larger than ${LARGEST_FILE} bytes`)
    return { bytes: memory.subarray(0, bytesRead), done: () => spare.push(memory) }
  } finally {
    await file.close()
  }
}

/** Sends one file with the simplest client, so that sending costs as little as in a browser. */
async function send({ urls }: StationProcess, taskId: TaskId, path: string): Promise<ImageId> {
  const { bytes, done } = await readLent(path)
  const studio = new URL(urls.studio)
  const request = httpRequest(new URL(importFileUrl(taskId, basename(path)), studio), {
    method: 'PUT',
    agent: AGENT,
    headers: { authorization: `Bearer ${studio.searchParams.get('token')}`, 'content-length': bytes.length },
  })
  request.end(bytes)
  const [response] = await once(request, 'response')
  done()
  const { outcome, image, reason } = ImportOutcome.parse(await json(response))
  if (outcome !== 'added' || image === null)
    throw new Error(`${path} was not added: ${outcome} ${reason?.english ?? ''}`)
  return image
}

/** Draws a few boxes on every image, in one gesture each. */
export async function label({ studio }: StationProcess, project: ProjectSlug, images: readonly ImageId[]) {
  const { id: classId } = await studio.projects.classes.create({ project, name: 'thing' })
  for (const image of images) {
    const changes = Array.from({ length: 5 }, (_, nth) => ({ before: null, after: box(classId, nth) }))
    await studio.annotations.commit({ project, image, revision: 0, edit: { label: 'Draw boxes', changes } })
  }
}

/** Returns a box that fits into every image of the bench. The same number gives the same position. */
export function box(classId: ClassId, nth: number): Shape {
  const x0 = 100 + ((nth * 61) % 600)
  const y0 = 100 + ((nth * 37) % 400)
  const corners = { x0, y0, x1: x0 + 200, y1: y0 + 150 }
  return Shape.parse({ id: `boxNumber${nth}`, classId, z: nth, origin: 'hand', kind: 'box', box: corners })
}
