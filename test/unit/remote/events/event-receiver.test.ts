import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { CloudEvent } from '#core/events/upload/cloud-event'
import { cloudReceiver, type OpenReceiver } from '#remote/events/receiver'

const QUICK = { idleMs: 150, totalMs: 300 }
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

const EVENT: CloudEvent = {
  eventId: 'one',
  eventType: 'custom',
  timestamp: '2026-11-22T10:00:00Z',
  eventData: { value: 'a' },
  images: [],
  videos: [],
}

/** A receiver that answers every connection with these pieces, one after the other, without reading what it is asked. */
async function receiverSaying(pieces: () => Iterable<string>, pauseMs = 0): Promise<OpenReceiver> {
  const server = createServer((socket) => {
    const left = pieces()[Symbol.iterator]()
    const say = () => {
      const { value, done } = left.next()
      if (done === true || socket.destroyed) return
      socket.write(value, () => setTimeout(say, pauseMs))
    }
    socket.on('error', () => undefined)
    socket.resume()
    say()
  })
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const receiver = cloudReceiver({ url: `http://127.0.0.1:${port}`, key: 'secret-key' }, QUICK)
  onTestFinished(() => {
    receiver.close()
    server.close()
  })
  return receiver
}

function sendOne(receiver: OpenReceiver) {
  return receiver.sendEvent(EVENT, new AbortController().signal)
}

function* endlessly(piece: string, first = '') {
  yield first
  for (;;) yield piece
}

const LIES: Readonly<Record<string, () => Iterable<string>>> = {
  'speaks no HTTP': () => ['SSH-2.0-OpenSSH_9.6\r\n'],
  'changes the protocol': () => ['HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  'says to go on without an end': () => endlessly('HTTP/1.1 100 Continue\r\n\r\n'),
  'sends headers without an end': () => endlessly(`x-a: ${'a'.repeat(1000)}\r\n`, HEAD),
  'announces more than it sends': () => [`${HEAD}content-length: 100\r\n\r\n{}`],
  'sends a chunk of a wrong length': () => [`${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  'packs its answer': () => [`${HEAD}content-encoding: gzip\r\ncontent-length: 4\r\n\r\n\u001f\u008b??`],
  'tells of another event': () => [`${HEAD}content-length: 17\r\n\r\n{"eventId":"two"}`],
}

test.for(Object.entries(LIES))('an event is not taken for sent where the receiver %s', async ([, pieces]) => {
  const sent = await sendOne(await receiverSaying(pieces, 1))

  expect(sent).toMatchObject({ ok: false, error: { kind: expect.stringMatching(/^(?:unreachable|busy)$/) } })
})

test('a body that is empty says as much as the status', async () => {
  const receiver = await receiverSaying(() => ['HTTP/1.1 204 No Content\r\n\r\n'])

  expect(await sendOne(receiver)).toMatchObject({ ok: true })
})

test('the words of the receiver are told on one line, cut short, and without the key', async () => {
  const body = JSON.stringify({ detail: `Who is\r\nsecret-key? ${'a'.repeat(500)}` })
  const receiver = await receiverSaying(() => [`HTTP/1.1 422 No\r\ncontent-length: ${body.length}\r\n\r\n${body}`])

  const sent = await sendOne(receiver)

  const words = expect.stringMatching(/^Who is …\? a{190}…$/)
  expect(sent).toMatchObject({
    error: { kind: 'refused', reason: { code: 'upload-refused-saying', params: { words } } },
  })
})

test('what was asked for ends at once when it is broken off', async () => {
  const receiver = cloudReceiver({ url: 'http://127.0.0.1:9', key: undefined })

  expect(await receiver.sendEvent(EVENT, AbortSignal.abort())).toMatchObject({ ok: false })
})
