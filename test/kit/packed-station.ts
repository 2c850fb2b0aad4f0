import { execFileSync, spawn } from 'node:child_process'
import { z } from 'zod'
import { type Format, packStation } from '../../scripts/package/station/build.mjs'
import { targetNamed } from '../../scripts/package/station/targets.mjs'
import { photo, type StationProcess, startedStation, stationArgs } from './station-process.ts'

/** Packs the station for this machine without compression, which is fast; returns the path. */
export function packedStation(format: Format, out: string, version?: string): Promise<string> {
  return packStation({ target: targetNamed(undefined), format, out, level: 0, ...(version && { version }) })
}

/** Starts an installed station with only a home in its environment. */
export function startInstalled(program: string, library: string): Promise<StationProcess> {
  const env = { PATH: '', HOME: `${library}-home` }
  return startedStation(spawn(program, stationArgs(library), { env, stdio: ['ignore', 'pipe', 'pipe'] }))
}

/** Makes a project over the management API, uploads an image and annotates it. Returns the address of the image. */
export async function uploadImage(station: StationProcess): Promise<string> {
  const { workspace } = station.urls
  const project = { name: 'Cups', type: 'object-detection', annotation: 'cups', license: 'Private' }
  await ask(station, `/${workspace}/projects`, sent(project))
  const form = new FormData()
  form.set('name', 'coffee.jpg')
  form.set('file', new Blob([new Uint8Array(await photo('coffee.jpg'))]), 'coffee.jpg')
  const uploaded = await ask(station, '/dataset/cups/upload', { method: 'POST', body: form })
  const { id } = z.object({ id: z.string() }).parse(uploaded)
  const label = { annotationFile: '0 0.5 0.45 0.6 0.7', labelmap: { '0': 'cup' } }
  await ask(station, `/dataset/cups/annotate/${id}?name=coffee.txt`, sent(label))
  return `/${workspace}/cups/images/${id}`
}

function sent(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** Returns the bytes of an uploaded image by the link in its answer. */
export async function originalOf(station: StationProcess, image: string): Promise<Buffer> {
  const answer = z.object({ image: z.object({ urls: z.object({ original: z.string() }) }) })
  const { original } = answer.parse(await ask(station, image)).image.urls
  return Buffer.from(await (await fetch(original)).arrayBuffer())
}

/** Sends a request to the management API. */
async function ask({ urls }: StationProcess, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { ...Object.fromEntries(new Headers(init.headers)), authorization: `Bearer ${urls.apiKey}` }
  const response = await fetch(`${urls.management}${path}`, { ...init, headers })
  if (!response.ok) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`)
  return response.json()
}

/** Returns whether a program can be run here. */
export function hasProgram(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
