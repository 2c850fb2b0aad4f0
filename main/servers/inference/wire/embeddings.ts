import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** Rows written at once. More are written in slices, between which other work can run. */
export const ROWS_AT_ONCE = 64

type Rows = readonly (readonly number[])[]

/** Sends very many embeddings with the other fields of the answer. */
export function sendRows(reply: FastifyReply, rows: Rows, rest: object): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(Readable.from(writtenRows(rows, rest)))
}

/** Yields the parts of the answer's JSON. */
export async function* writtenRows(rows: Rows, rest: object): AsyncGenerator<string> {
  yield '{"embeddings":['
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const slice = rows.slice(from, from + ROWS_AT_ONCE).map((row) => JSON.stringify(row))
    yield `${from === 0 ? '' : ','}${slice.join(',')}`
    await setImmediate()
  }
  const others = JSON.stringify(rest).slice(1, -1)
  yield `]${others === '' ? '' : ','}${others}}`
}
