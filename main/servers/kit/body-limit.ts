import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'

const MEGABYTE = 1024 * 1024

/** Operations that name no limit of their own. */
const unnamed = new WeakSet<RouteOptions>()

/**
 * Says how long the bodies are that operations take which are added to a server from now on. One that names a limit itself keeps it, and a
 * scope within may say another one.
 */
export function limitBodies(server: FastifyInstance, bytes: number): void {
  server.addHook('onRoute', (route) => {
    if (route.bodyLimit !== undefined && !unnamed.has(route)) return
    unnamed.add(route)
    route.bodyLimit = bytes
  })
}

/** Messages about a body that is too large. */
export function tooLarge({ routeOptions }: FastifyRequest): Message {
  return message('answer-body-too-large', { limit: bytesInWords(routeOptions.bodyLimit) })
}

/** `8 MB`. */
export function bytesInWords(bytes: number): string {
  return bytes % MEGABYTE === 0 ? `${bytes / MEGABYTE} MB` : `${bytes} bytes`
}

/** More than this is not read once it is refused. */
const DRAINED_BYTES = 256 * 1024 * 1024

/**
 * Whether the rest of a refused body is read and dropped, as Node does on a connection that stays open: many clients send all of it before
 * they look for an answer, and would only see their connection break.
 */
export function endsSoon({ raw }: FastifyRequest): boolean {
  return raw.complete || Number(raw.headers['content-length']) <= DRAINED_BYTES
}
