import type { FastifyInstance } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'

/** Shapes answers by zod schemas; for servers whose operations take no input. */
export function withAnswers(server: FastifyInstance) {
  server.setSerializerCompiler(serializerCompiler)
  return server.withTypeProvider<ZodTypeProvider>()
}
