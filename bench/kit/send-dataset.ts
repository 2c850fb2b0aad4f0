import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { datasetFileUrl } from '#common/contract/urls'
import type { ProjectSlug, TaskId } from '#common/ids'
import type { StationProcess } from '#test/kit/station-process'
import { untilEnded } from '#test/kit/tasks'
import { inLanes } from './lanes.ts'
import { PAGE_LANES } from './project.ts'
import type { SmallImages } from './small-images.ts'

const AGENT = new Agent({ keepAlive: true, maxSockets: PAGE_LANES })

/**
 * Imports a dataset as the page does: sends its files, checks and imports it. Rejects if an image or its boxes were not
 * imported.
 */
export async function importDataset(
  station: StationProcess,
  project: ProjectSlug,
  { paths, coco }: SmallImages,
): Promise<void> {
  const { studio } = station
  const { dataset } = await studio.datasets.open({ project, name: 'Small', expected: paths.length + 1 })
  await send(station, dataset, { name: '_annotations.coco.json', bytes: Buffer.from(coco) })
  await inLanes(PAGE_LANES, paths, async (path) =>
    send(station, dataset, { name: basename(path), bytes: await readFile(path) }),
  )
  await studio.datasets.arrived({ dataset })
  await mustComplete(station, dataset)
  const wish = { batchName: 'Small', labelled: 'keep', splits: 'dataset' } as const
  const { taskId } = await studio.datasets.import({ dataset, wish })
  const { added, annotated } = await mustComplete(station, taskId)
  if (added !== paths.length || annotated !== paths.length) {
    throw new Error(`Of ${paths.length} images ${String(added)} were added and ${String(annotated)} annotated`)
  }
}

async function mustComplete({ studio }: StationProcess, task: TaskId) {
  const { status, result, error } = await untilEnded(studio, task)
  if (status !== 'completed') throw new Error(`The task failed: ${error?.english ?? ''}`)
  return result ?? {}
}

async function send(
  { urls }: StationProcess,
  dataset: TaskId,
  { name, bytes }: { readonly name: string; readonly bytes: Buffer },
): Promise<void> {
  const studio = new URL(urls.studio)
  const request = httpRequest(new URL(datasetFileUrl(dataset, name), studio), {
    method: 'PUT',
    agent: AGENT,
    headers: { authorization: `Bearer ${studio.searchParams.get('token')}`, 'content-length': bytes.length },
  })
  request.end(bytes)
  const [response] = await once(request, 'response')
  const answer = await text(response)
  if (response.statusCode >= 300) throw new Error(`${name} was not taken: ${answer}`)
}
