import { createHash } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { removeFolder } from '../kit/remove-folder.ts'
import { photo, type StationProcess, startStation } from '../kit/station-process.ts'
import { untilIdle } from '../kit/tasks.ts'
import { brokenInvariants, orphans } from './invariants.ts'
import { killDuring, seededChance } from './killing.ts'

const SERVERS = ['--only', 'studio,management']
const LANES = 16
const KILLS = 6
/** A kill falls anywhere in so long after the first image was sent. */
const LONGEST_MS = 1500

const Uploaded = z.object({ id: z.string() })
const Details = z.object({ image: z.object({ urls: z.object({ original: z.string() }) }) })

test('sixteen parallel uploads survive being killed at any moment, and nothing half done stays', async () => {
  const library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  const chance = seededChance('uploads')
  const acknowledged = new Map<string, string>()
  let station = await startStation(library, SERVERS)
  try {
    const { slug: project } = await station.studio.projects.create({ name: 'Crash', type: 'object-detection' })
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const moment = { afterMs: chance() * LONGEST_MS, once: () => kill < KILLS || acknowledged.size > 0 }
      await killDuring(uploadAll({ station, project, acknowledged }), station, moment)
      station = await startStation(library, SERVERS)
      await untilIdle(station.studio)

      expect(brokenInvariants(library), `after kill ${kill}`).toEqual([])
      await expect.poll(() => orphans(library), { message: `after kill ${kill}` }).toEqual([])
      expect(await lost(station, project, acknowledged), `after kill ${kill}`).toEqual([])
    }
    expect(acknowledged.size).toBeGreaterThan(0)
  } finally {
    await station.kill()
    await removeFolder(library)
  }
})

interface Uploads {
  readonly station: StationProcess
  readonly project: string
  /** SHA-256 of every image whose upload was answered, by its id. */
  readonly acknowledged: Map<string, string>
}

/** Sends new images in so many lanes until the station is gone. */
async function uploadAll({ station, project, acknowledged }: Uploads): Promise<void> {
  const photos = await Promise.all(['astronaut.jpg', 'clock.jpg', 'hubble-deep-field.jpg', 'rocket.jpg'].map(photo))

  async function lane(first: number) {
    for (let nth = first; ; nth += 1) {
      const bytes = marked(photos[nth % photos.length] ?? Buffer.alloc(0))
      const form = new FormData()
      form.append('batch', 'Rush')
      form.append('file', new Blob([new Uint8Array(bytes)]), 'image.jpg')
      const response = await ask(station, `/dataset/${project}/upload`, { method: 'POST', body: form })
      acknowledged.set(Uploaded.parse(await response.json()).id, sha256(bytes))
    }
  }
  await Promise.all(Array.from({ length: LANES }, (_, nth) => lane(nth)))
}

let marks = 0

/** A JPEG of the same pixels and other bytes: a comment behind its first marker. */
function marked(jpeg: Buffer): Buffer {
  marks += 1
  const comment = Buffer.from([0xff, 0xfe, 0, 6, 0, 0, 0, 0])
  comment.writeUInt32BE(marks, 4)
  return Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)])
}

/** Images whose upload was answered and that are not there byte by byte. */
async function lost(station: StationProcess, project: string, acknowledged: Uploads['acknowledged']) {
  const missing: string[] = []
  for (const [id, hash] of acknowledged) {
    const details = await ask(station, `/${station.urls.workspace}/${project}/images/${id}`)
    const found = details.ok ? Details.parse(await details.json()) : undefined
    const bytes = found && (await (await fetch(found.image.urls.original)).arrayBuffer())
    if (bytes === undefined || sha256(Buffer.from(bytes)) !== hash) missing.push(id)
  }
  return missing
}

function ask({ urls }: StationProcess, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${urls.management}${path}`, { ...init, headers: { authorization: `Bearer ${urls.apiKey}` } })
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
