import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ImageDetails } from '#common/contract/images'
import type { Scope } from '#common/contract/scopes'
import { type Refusal, refuse } from '#common/errors'
import { err, type Result } from '#common/result'
import { shorten } from '#common/text'
import { allows, type Grant } from '#core/access/keys/scopes'
import type { Grantor } from '#core/access/keys/service'
import type { Workspace } from '#core/access/workspaces/ports'
import type { StoredImage } from '#core/dataset/images/ports'
import type { Project } from '#core/dataset/projects/ports'
import { isWorkspaceSlug } from '#core/dataset/projects/rules'
import type { Management } from '#core/management/ports'
import { answer } from '../kit/refused-request.ts'
import { readUnreadBody } from './bodies/unread.ts'

/** Who a key belongs to, and what it may do there. */
export interface Caller {
  readonly keyId: string
  readonly keyName: string
  readonly isDisabled: boolean
  readonly grant: Grant
  /** The same with its bounds: what the key may give away. */
  readonly by: Grantor
  readonly workspace: string
  /** The workspace, where the key is limited to none of its folders and workflows. */
  readonly whole: Workspace | undefined
  readonly management: Management
  /** An image that the key reaches, by its identifier alone. */
  findImage(id: string): Promise<StoredImage | undefined>
  /** An image in a project that the key reaches, as the operations find them. */
  findDetails(project: string, image: string): Promise<Result<FoundImage, Refusal>>
}

export interface FoundImage {
  readonly project: Project
  readonly details: ImageDetails
}

/** Lets requests in by their keys. */
export interface Doorkeeper {
  /** The caller behind a secret. */
  find(secret: string): Promise<Caller | undefined>
  /** Seconds until the key may ask again; 0 when it may now. */
  secondsToWait(keyId: string): number
  /** Why nothing of the library is written; undefined where it may be. */
  readonly readOnly?: Refusal | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
  }
  interface FastifyContextConfig {
    /** The right that the operation asks of a key; null asks for none but being known. */
    scope?: Scope | null
    /** The key may stand in a form that only the handler reads. */
    keyInForm?: boolean
    /** Members of the body that are base64: long ones come as bytes, which are empty where they are not base64. */
    encoded?: readonly string[]
  }
}

const Keyed = z.object({
  api_key: z.union([z.string(), z.tuple([z.string()], z.string()).transform(([first]) => first)]),
})
const InWorkspace = z.object({ workspace: z.string() })

/**
 * Lets in who has a key of the workspace that the path names. The key stands in the header `Authorization: Bearer`, else in the
 * query, else in the body; so requests with a body are judged once it is read. Of GET only the key is read from a body.
 */
export function authenticate(server: FastifyInstance, door: Doorkeeper): void {
  server.decorateRequest('caller', undefined)

  server.addHook('onRequest', async (request, reply) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    const early = bearerOf(request) ?? keyIn(request.query)
    const secret = early ?? (isReading ? keyIn(await readUnreadBody(request)) : undefined)
    if (secret !== undefined) await admit(door, secret, { request, reply })
    else if (isReading) answer(missing())
  })

  server.addHook('preValidation', async (request, reply) => {
    if (request.caller !== undefined || request.routeOptions.config.keyInForm) return
    const secret = keyIn(request.body)
    if (secret === undefined) answer(missing())
    else await admit(door, secret, { request, reply })
  })
}

/** Lets in who sends a key of a whole workspace as the header, before anything of the body is read. */
export function authenticateWhole(server: FastifyInstance, door: Doorkeeper): void {
  server.addHook('onRequest', async (request, reply) => {
    const secret = bearerOf(request)
    if (secret === undefined) return answer(missing())
    await admit(door, secret, { request, reply })
    if (request.caller?.whole === undefined)
      return answer(refuse('studio-needs-whole-key', { key: request.caller?.keyName ?? '' }))
    return undefined
  })
}

export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Makes the owner of the key the caller of the request, or refuses it. */
export async function admit(door: Doorkeeper, secret: string, { request, reply }: Exchange): Promise<void> {
  const caller = await door.find(secret)
  if (caller === undefined) return answer(refuse('api-key-unknown'))
  const { keyId, keyName, isDisabled, workspace } = caller
  if (isDisabled) return answer(refuse('api-key-disabled', { key: keyName }))
  const seconds = door.secondsToWait(keyId)
  if (seconds > 0) {
    reply.header('retry-after', seconds)
    return answer(refuse('api-key-rate-exceeded', { seconds }))
  }
  checkWorkspace(workspace, request)
  checkScope(caller, request)
  if (door.readOnly !== undefined && isWrite(request)) return answer(err(door.readOnly))
  request.caller = caller
  return undefined
}

/** Clients of other services ask for operations at the root that are not made here: those name no workspace. */
function checkWorkspace(own: string, request: FastifyRequest): void {
  const path = InWorkspace.safeParse(request.params)
  if (!path.success || path.data.workspace === own) return
  const asked = path.data.workspace
  if (!isWorkspaceSlug(asked)) answer(refuse('path-or-workspace-unknown', { asked }))
  answer(refuse('api-key-of-another-workspace', { own, asked }))
}

/** An operation that forgot to name its scope is open to full keys only. */
function checkScope({ keyName, grant }: Caller, request: FastifyRequest): void {
  const { scope } = request.routeOptions.config
  if (scope === null || grant === null || (scope !== undefined && allows(grant, scope))) return
  answer(
    scope === undefined
      ? refuse('scope-of-operation-missing', { key: keyName })
      : refuse('scope-missing', { key: keyName, scope }),
  )
}

/** Refused before its project is looked for: a read-only library may have nothing to find. */
function isWrite({ method, routeOptions }: FastifyRequest): boolean {
  const { scope } = routeOptions.config
  return method !== 'GET' && method !== 'HEAD' && scope !== null && scope?.endsWith(':read') !== true
}

/** The operations that the request's key opens. */
export function managementOf({ caller }: FastifyRequest): Management {
  return caller ? caller.management : answer(missing())
}

/** The image that the request's key reaches, in whichever project it is. */
export async function imageOf({ caller }: FastifyRequest, id: string): Promise<StoredImage> {
  const image = await caller?.findImage(id)
  return image ?? answer(refuse('image-not-in-workspace', { image: shorten(id) }))
}

export function missing() {
  return refuse('api-key-missing')
}

/** The key among the named values of a query, a body or a form. */
export function keyIn(named: unknown): string | undefined {
  const found = Keyed.safeParse(named)
  return found.success && found.data.api_key !== '' ? found.data.api_key : undefined
}

function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}
