import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpServer } from '#servers/kit/http-server'
import { type Listening, listen, type Server } from '#servers/kit/listen'
import { readJsonBodies } from '#servers/management/bodies/json'

const MEGABYTE = 1024 * 1024

let server: Server
let listening: Listening

beforeAll(async () => {
  const made = httpServer({ anyHost: false, log: pino({ level: 'silent' }) }, (error) => ({ error }))
  readJsonBodies(made)
  made.post('/', async () => ({}))
  server = made
  listening = await listen('test', made, { host: '127.0.0.1', port: 0 })
})

afterAll(async () => server.close())

/** Sends all of the body before it reads a byte, as many clients do. */
async function answerTo(megabytes: number, head: string): Promise<string> {
  const socket = connect(listening.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.pause()
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${head}\r\n\r\n`)
  const chunk = Buffer.alloc(MEGABYTE, ' ')
  for (let sent = 0; sent < megabytes; sent += 1) if (!socket.write(chunk)) await once(socket, 'drain')
  socket.end()
  return text(socket)
}

test('who sends all of a body that is too large still reads why it was refused', async () => {
  const answer = await answerTo(20, `Content-Length: ${20 * MEGABYTE}`)

  expect(answer).toMatch(/^HTTP\/1.1 413 /)
  expect(answer).toContain('The body is larger than 1 MB')
})

test('a body that is announced as endless is not read', async () => {
  const socket = connect(listening.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${2 ** 40}\r\n\r\n`)

  const answer = await text(socket)

  expect(answer).toMatch(/^HTTP\/1.1 413 /)
  expect(answer).toMatch(/connection: close/i)
})
