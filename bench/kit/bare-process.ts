/**
 * What every server of events must do at least, in a process of its own: reads the body of a request as JSON and answers as if it had been
 * stored. Says its address, and ends with the one who started it.
 */
import Fastify from 'fastify'

const ANSWER = {
  id: '019aac1e-4f00-7000-8000-000000000000',
  image_ids: [],
  created_at: '2026-11-22T10:00:00.123456Z',
  draft: false,
  message: 'Event created successfully',
}

const server = Fastify()
server.post('/v2/events', async (_request, reply) => reply.code(201).send(ANSWER))
process.stdout.write(`${await server.listen({ host: '127.0.0.1', port: 0 })}\n`)
process.stdin.once('end', () => process.exit()).resume()
