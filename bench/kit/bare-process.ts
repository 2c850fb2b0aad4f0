/**
 * The minimum work of an event server, in a process of its own: parses request bodies as JSON and answers as if they
 * were stored; and returns rows of a statement on a database. Prints its address, and ends with its parent.
 */
import Database from 'better-sqlite3'
import Fastify from 'fastify'
import { z } from 'zod'

const ANSWER = {
  id: '019aac1e-4f00-7000-8000-000000000000',
  image_ids: [],
  created_at: '2026-11-22T10:00:00.123456Z',
  draft: false,
  message: 'Event created successfully',
}

const Asked = z.object({ sql: z.string(), params: z.array(z.union([z.string(), z.number()])) })

const server = Fastify()
server.post('/v2/events', async (_request, reply) => reply.code(201).send(ANSWER))

const [, , path] = process.argv
if (path !== undefined) answerRows(new Database(path, { readonly: true }))

process.stdout.write(`${await server.listen({ host: '127.0.0.1', port: 0 })}\n`)
process.stdin.once('end', () => process.exit()).resume()

function answerRows(db: Database.Database): void {
  const prepared = new Map<string, Database.Statement<unknown[], unknown>>()
  server.post('/rows', async ({ body }, reply) => {
    const { sql, params } = Asked.parse(body)
    const statement = prepared.get(sql) ?? db.prepare(sql).pluck()
    prepared.set(sql, statement)
    return reply.type('application/json').send(`[${statement.all(...params).join(',')}]`)
  })
}
