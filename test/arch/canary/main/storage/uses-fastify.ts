import { fastify } from 'fastify'

export const server = fastify()
