import { request } from 'node:http'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { shareRoomOfBodies } from '#servers/kit/body-room'

/** A server whose answers come when they are asked for, and the bodies that it has read. */
async function heldServer(patience: { readonly patienceMs?: () => number } = {}) {
  const server = Fastify({ forceCloseConnections: true })
  onTestFinished(() => server.close())
  const read: string[] = []
  const answers = new Map<string, () => void>()
  shareRoomOfBodies(server, { mostBytes: 100, roomBytes: 100, freeBytes: 10, ...patience })
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  server.post('/', async ({ body }) => {
    const name = String(body).slice(0, 1)
    read.push(name)
    await new Promise<void>((resolve) => answers.set(name, resolve))
    return name
  })
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }))
  return { read, port: Number(port), answer: (name: string) => answers.get(name)?.() }
}

function send(port: number, name: string, bytes: number) {
  const headers = { 'content-type': 'text/x-held', 'content-length': bytes }
  const sent = request({ host: '127.0.0.1', port, method: 'POST', headers })
  sent.on('error', () => undefined)
  sent.end(name.repeat(bytes))
  return sent
}

test('a large body waits for room, a small one does not, and the room is given back with the answer', async () => {
  const { read, port, answer } = await heldServer()
  send(port, 'a', 60)
  await expect.poll(() => read).toEqual(['a'])

  send(port, 'b', 60)
  send(port, 'c', 5)
  await expect.poll(() => read).toContain('c')
  const before = [...read]
  answer('a')
  await expect.poll(() => read).toContain('b')

  expect(before).toEqual(['a', 'c'])
})

test('a client that leaves gives its room back, and its place in the queue', async () => {
  const { read, port } = await heldServer()
  const first = send(port, 'a', 60)
  await expect.poll(() => read).toEqual(['a'])
  const second = send(port, 'b', 60)
  send(port, 'c', 60)

  second.destroy()
  first.destroy()

  await expect.poll(() => read).toContain('c')
})

test('room is not held for a body that does not come', async () => {
  const { read, port } = await heldServer({ patienceMs: () => 50 })
  const headers = { 'content-type': 'text/x-held', 'content-length': 60 }
  const silent = request({ host: '127.0.0.1', port, method: 'POST', headers })
  silent.on('error', () => undefined)
  silent.write('s')
  const closed = new Promise((resolve) => silent.once('close', resolve))

  await closed
  send(port, 'a', 60)

  await expect.poll(() => read).toEqual(['a'])
})
