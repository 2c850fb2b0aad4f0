import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newEvent } from '../kit/event-store.ts'
import { someImage } from '../kit/images.ts'
import { type StationProcess, startStation } from '../kit/station-process.ts'
import { untilEnded } from '../kit/tasks.ts'
import { makeZip } from '../kit/zip-maker.ts'
import { openUpload } from '../kit/zip-upload.ts'

const SERVERS = ['--only', 'studio,management,events']
const IMAGES = 1000

const folder = mkdtempSync(join(tmpdir(), 'tessera-faulty-'))
const disk = join(folder, 'disk')
/** The kernel's name for the disk; undefined where nobody may have one. */
const device = mountDisk()

afterAll(() => {
  if (device !== undefined) execFileSync('umount', [disk])
  rmSync(folder, { recursive: true, force: true })
})

/** A disk that turns read-only when it meets a fault, as most are set up; only an administrator may have one. */
function mountDisk(): string | undefined {
  const image = join(folder, 'image')
  try {
    writeFileSync(image, '')
    execFileSync('truncate', ['-s', '900M', image])
    execFileSync('mkfs.ext4', ['-q', image])
    mkdirSync(disk)
    execFileSync('mount', ['-o', 'loop,errors=remount-ro', image, disk], { stdio: 'ignore' })
    const source = execFileSync('findmnt', ['-no', 'SOURCE', disk], { encoding: 'utf8' })
    return basename(source.trim())
  } catch {
    return undefined
  }
}

function breakDisk(): void {
  writeFileSync(`/sys/fs/ext4/${device}/trigger_fs_error`, 'x')
}

describe.skipIf(device === undefined)('a disk that turns read-only at work (needs the right to mount one)', () => {
  test('ends the task with the reason, and every server tells it', async () => {
    const library = join(disk, 'library')
    const station = await startStation(library, SERVERS)
    try {
      const { slug: project } = await station.studio.projects.create({ name: 'Cups', type: 'object-detection' })
      const image = await someImage()
      expect((await upload(station, project, image)).status).toBe(200)
      const { signedUrl, taskId } = await openUpload(station, project)
      await sendArchive(signedUrl)
      await expect
        .poll(async () => (await station.studio.tasks.read({ taskId })).progress?.current ?? 0, { interval: 20 })
        .toBeGreaterThan(0)
      breakDisk()

      const task = await untilEnded(station.studio, taskId)
      expect(task).toMatchObject({ status: 'failed', error: { english: expect.stringContaining(TOLD) } })
      const created = await ask(station, `/${station.urls.workspace}/projects`, {
        name: 'New',
        type: 'object-detection',
        annotation: 'x',
      })
      expect([created.status, await created.json()]).toEqual([503, { error: expect.stringContaining(TOLD) }])
      const uploaded = await upload(station, project, await someImage())
      expect([uploaded.status, await uploaded.json()]).toEqual([503, { error: expect.stringContaining(TOLD) }])
      await expect(station.studio.projects.create({ name: 'New', type: 'object-detection' })).rejects.toThrow(TOLD)
      const events = [newEvent(), newEvent({ images: [{ base64Image: image.toString('base64') }] })]
      for (const event of events) {
        const sent = await sendEvent(station, event)
        expect([sent.status, await sent.json()]).toEqual([500, { detail: expect.stringContaining(TOLD) }])
      }
      expect(await station.studio.projects.list()).toHaveLength(1)
    } finally {
      await station.kill()
    }
  })
})

const TOLD = 'the disk is read-only or reports an error'

async function sendArchive(url: string): Promise<void> {
  const paths = Array.from({ length: IMAGES }, (_, nth) => `image-${nth}.png`)
  const files = await Promise.all(paths.map(async (path) => ({ path, content: await someImage() })))
  const sent = await fetch(url, { method: 'PUT', body: new Uint8Array(makeZip(files)) })
  expect(sent.status).toBeLessThan(300)
}

function ask({ urls }: StationProcess, path: string, json: object): Promise<Response> {
  const headers = { authorization: `Bearer ${urls.apiKey}`, 'content-type': 'application/json' }
  return fetch(`${urls.management}${path}`, { method: 'POST', headers, body: JSON.stringify(json) })
}

function upload({ urls }: StationProcess, project: string, image: Buffer): Promise<Response> {
  const form = new FormData()
  form.append('name', 'cup.png')
  form.append('file', new Blob([new Uint8Array(image)]), 'cup.png')
  const headers = { authorization: `Bearer ${urls.apiKey}` }
  return fetch(`${urls.management}/dataset/${project}/upload`, { method: 'POST', headers, body: form })
}

function sendEvent({ urls }: StationProcess, event: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${urls.events}/v2/events`, { method: 'POST', headers, body: JSON.stringify(event) })
}
