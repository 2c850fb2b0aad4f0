import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'

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

/** The sentence about a body that is too large. */
export function tooLargeSentence({ routeOptions }: FastifyRequest): string {
  return `The body is larger than ${bytesInWords(routeOptions.bodyLimit)}, the limit of this operation`
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
