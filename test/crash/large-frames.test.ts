import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { removeFolder } from '../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../kit/station-process.ts'

const LONG = 'y'.repeat(80_000)
const Answer = z.object({ i: z.string() })

let folder: string
let station: StationProcess

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-frames-'))
  station = await startStation(folder, ['--only', 'studio'])
})

afterAll(async () => {
  await station.kill()
  await removeFolder(folder)
})

test.each([
  ['ends too early', `{"i":"7","p":{"u":"/annotations/commit","b":{"json":{"x":"${LONG}`],
  ['nests without end', `{"i":"7","p":{"u":"/annotations/commit","b":${'['.repeat(80_000)}`],
  ['is no edit', `{"i":"7","p":{"u":"/annotations/commit","b":{"json":"${LONG}"}}}`],
  ['asks for nothing that is there', `{"i":"7","p":{"u":"/annotations/nothing","b":{"json":"${LONG}"}}}`],
])('a large call that %s holds up no write behind it', async (name, frame) => {
  const { host, searchParams } = new URL(station.urls.studio)
  const headers = { authorization: `Bearer ${searchParams.get('token')}` }
  const socket = new WebSocket(`ws://${host}/rpc`, { headers })
  await once(socket, 'open')
  const made = new Promise<string>((resolve) => {
    socket.on('message', (data) => {
      const text = Buffer.isBuffer(data) ? data.toString() : '{}'
      if (Answer.safeParse(JSON.parse(text)).data?.i === '8') resolve(text)
    })
  })

  // On one line calls arrive in their order.
  socket.send(frame)
  const create = { u: '/projects/create', b: { json: { name, type: 'object-detection' } } }
  socket.send(JSON.stringify({ i: '8', p: create }))

  expect(await made).toContain('"slug"')
  socket.terminate()
})
