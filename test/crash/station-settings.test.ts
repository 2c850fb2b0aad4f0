import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { someImage } from '../kit/images.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { startStation } from '../kit/station-process.ts'

const Uploaded = z.object({ id: z.string() })
const Details = z.object({ image: z.object({ urls: z.object({ original: z.string() }) }) })
const HOUR_MS = 3600 * 1000

test('what the command line says of links counts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-settings-'))
  onTestFinished(() => removeFolder(folder))
  const { urls, kill } = await startStation(folder, ['--only', 'studio,management', '--image-link-hours', '1'])
  onTestFinished(kill)
  const headers = { authorization: `Bearer ${urls.apiKey}` }
  const ask = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${urls.management}${path}`, { headers, ...init })).json()

  await ask(`/${urls.workspace}/projects`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Cups', type: 'object-detection' }),
  })
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(await someImage())]), 'cup.png')
  const { id } = Uploaded.parse(await ask('/dataset/cups/upload', { method: 'POST', body: form }))
  const asked = Date.now()
  const { original } = Details.parse(await ask(`/${urls.workspace}/cups/images/${id}`)).image.urls

  const until = Number.parseInt(new URL(original).searchParams.get('key')?.split('.')[1] ?? '', 36)
  expect(until - asked).toBeGreaterThan(HOUR_MS / 2)
  expect(until - asked).toBeLessThanOrEqual(HOUR_MS + 60_000)
})
