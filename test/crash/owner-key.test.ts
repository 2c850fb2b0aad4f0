import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { someImage } from '../kit/images.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../kit/station-process.ts'

const SERVERS = ['--only', 'studio,management']

let library: string
let station: StationProcess

beforeEach(async () => {
  library = await mkdtemp(join(tmpdir(), 'tessera-owner-'))
  station = await startStation(library, SERVERS)
  const { slug } = await station.studio.projects.create({ name: 'Cups', type: 'object-detection' })
  const { taskId } = await station.studio.imports.start({ project: slug, batchName: 'Monday', expected: 1 })
  await station.sendFile(taskId, 'cup.png', await someImage())
  await station.studio.imports.finish({ taskId })
})

afterEach(async () => {
  await station.kill()
  await removeFolder(library)
})

async function keptKey(): Promise<string> {
  const text = await readFile(join(library, 'secrets.json'), 'utf8')
  return z.object({ 'management-api-key': z.string() }).parse(JSON.parse(text))['management-api-key']
}

function ask(key: string, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${station.urls.management}${path}`, { ...init, headers: { authorization: `Bearer ${key}` } })
}

async function upload(key: string): Promise<Response> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(await someImage())]), 'cup.png')
  return ask(key, '/dataset/cups/upload', { method: 'POST', body })
}

test('without its database, the library knows the key of its owner, refuses writes with the reason, and keeps the key when accepted', async () => {
  const { apiKey, workspace } = station.urls
  expect(await keptKey()).toBe(apiKey)
  await station.stop()
  await rm(join(library, 'library.db'))
  station = await startStation(library, SERVERS)

  expect(station.urls.apiKey).toBe(apiKey)
  expect(await (await ask(apiKey, '/')).json()).toMatchObject({
    read_only: expect.stringContaining('library.db is missing'),
  })
  expect((await ask(apiKey, `/${workspace}`)).status).toBe(200)
  const created = await ask(apiKey, `/${workspace}/projects`, { method: 'POST' })
  const uploaded = await upload(apiKey)
  for (const refused of [created, uploaded]) {
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { error: expect.stringContaining('library.db is missing') },
    ])
  }
  expect((await ask('tk_of_nobody', '/')).status).toBe(401)

  const { studio, urls } = station
  await studio.session.acceptStores({ stores: ['library'] })
  await expect
    .poll(async () => (await ask(apiKey, '/').catch(() => undefined))?.json().catch(() => undefined))
    .toMatchObject({ workspace, welcome: expect.any(String) })
  await expect.poll(async () => (await ask(apiKey, '/').catch(() => undefined))?.text()).not.toContain('read_only')
  expect(urls.apiKey).toBe(apiKey)
  expect(await keptKey()).toBe(apiKey)
})

test('a key that was revoked does not come back as the first key', async () => {
  const { apiKey } = station.urls
  const { studio } = station
  const { keys } = await studio.keys.list()
  const [first] = keys
  await studio.keys.create({ name: 'Other', rights: 'everything' })
  await studio.keys.revoke({ id: first?.id ?? '' })
  await station.stop()
  station = await startStation(library, SERVERS)

  expect(station.urls.apiKey).not.toBe(apiKey)
  expect((await ask(apiKey, '/')).status).toBe(401)
  expect((await ask(station.urls.apiKey, '/')).status).toBe(200)
})
