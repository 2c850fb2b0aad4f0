import { once } from 'node:events'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { basename } from 'node:path'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { copyBare } from '../kit/bare-copy.ts'
import { type BenchStation, type Ground, settleDisk } from '../kit/ground.ts'
import { inLanes } from '../kit/lanes.ts'
import { mark } from '../kit/photographs.ts'
import { newProject, PAGE_LANES } from '../kit/project.ts'
import { alternate, rateOf } from '../kit/rounds.ts'
import { type Row, rateRow } from '../table.ts'

const ROUNDS = 4
/** Parallel requests of a script. */
const LANES = 16
const AGENT = new Agent({ keepAlive: true, maxSockets: LANES })
const BOUNDARY = 'tessera-bench'

const Uploaded = z.object({ success: z.literal(true), id: z.string() })

/**
 * Measures photographs uploaded as forms to the management API by sixteen clients, against the same bare loop as the
 * import.
 */
export async function uploads(ground: Ground): Promise<Row[]> {
  const { mixed } = await ground.photographs()
  const station = await ground.start(await ground.folderFor('uploads'))
  const bare = await ground.folderFor('uploads-limit')
  const first = mixed.slice(0, 20)

  async function ours(paths: readonly string[], round: number) {
    await mark(paths, 1000 + round)
    const project = await newProject(station, `Uploads ${round}`)
    await settleDisk()
    return rateOf(paths.length, () => inLanes(LANES, paths, (path) => upload(station, project, path)))
  }
  async function limit(paths: readonly string[]) {
    await rm(bare, { recursive: true })
    await mkdir(bare)
    await settleDisk()
    return rateOf(paths.length, () => inLanes(PAGE_LANES, paths, (path) => copyBare(path, bare)))
  }

  await ours(first, ROUNDS)
  await limit(first)
  const rounds = await alternate(
    ROUNDS,
    (round) => ours(mixed, round),
    () => limit(mixed),
  )
  const name = `${LANES} parallel uploads of ${mixed.length} photographs`
  return [rateRow({ name, unit: 'images/s', peakBytes: await station.end() }, rounds, { target: 0.6 })]
}

/** Uploads an image as a form with its fields first. Rejects unless it was added as a new one. */
async function upload({ urls }: BenchStation, project: string, path: string): Promise<void> {
  const head = [
    ...field('name', basename(path)),
    ...field('split', 'train'),
    ...field('batch', 'Bench'),
    ...fileHead(path),
  ]
  const parts = [Buffer.from(head.join('\r\n')), await readFile(path), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]
  const request = httpRequest(new URL(`/dataset/${project}/upload`, urls.management), {
    method: 'POST',
    agent: AGENT,
    headers: {
      authorization: `Bearer ${urls.apiKey}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': parts.reduce((sum, part) => sum + part.length, 0),
    },
  })
  for (const part of parts) request.write(part)
  request.end()
  const [response] = await once(request, 'response')
  Uploaded.parse(await json(response))
}

function field(name: string, value: string): string[] {
  return [`--${BOUNDARY}`, `Content-Disposition: form-data; name="${name}"`, '', value]
}

function fileHead(path: string): string[] {
  const disposition = `Content-Disposition: form-data; name="file"; filename="${basename(path)}"`
  return [`--${BOUNDARY}`, disposition, 'Content-Type: image/jpeg', '', '']
}
