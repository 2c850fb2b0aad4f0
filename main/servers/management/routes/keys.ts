import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import {
  ChangedKeyBody,
  CreatedKeyBody,
  KeyAnswerBody,
  KeyChangeBody,
  KeyListBody,
  KeyListQuery,
  KeyPath,
  NewKeyBody,
  PublishableBody,
  RevokedKeyBody,
} from '../schemas/keys.ts'
import { ErrorBody, FAILURES, WorkspacePath } from '../schemas/kit.ts'
import type { ManagementServer } from '../validation.ts'
import { toKeyBody } from '../wire/keys.ts'
import { isTrue } from '../wire/kit.ts'

const tags = ['API keys']
const params = KeyPath

export function keyRoutes(server: ManagementServer): void {
  listKeys(server)
  readPublishable(server)
  readKey(server)
  createKey(server)
  changeKey(server)
  revokeKey(server)
}

function listKeys(server: ManagementServer): void {
  server.get('/:workspace/api-keys', {
    config: { scope: 'api-key:read' },
    schema: {
      summary: 'The API keys, without their secrets',
      tags,
      params: WorkspacePath,
      querystring: KeyListQuery,
      response: { 200: KeyListBody, ...FAILURES },
    },
    handler: async (request) => {
      const { keys, publishable } = answer(await managementOf(request).keys.list())
      const shown = isTrue(request.query.includeDisabled) ? keys : keys.filter(({ isDisabled }) => !isDisabled)
      return { apiKeys: shown.map(toKeyBody), publishableKey: publishable }
    },
  })
}

function readPublishable(server: ManagementServer): void {
  server.get('/:workspace/api-keys/publishable', {
    config: { scope: 'workspace:read' },
    schema: {
      summary: 'The key that may stand in a public page',
      tags,
      params: WorkspacePath,
      response: { 200: PublishableBody, ...FAILURES },
    },
    handler: async (request) => ({ publishableKey: answer(await managementOf(request).keys.publishable()) }),
  })
}

function readKey(server: ManagementServer): void {
  server.get('/:workspace/api-keys/:keyId', {
    config: { scope: 'api-key:read' },
    schema: { summary: 'An API key, without its secret', tags, params, response: { 200: KeyAnswerBody, ...FAILURES } },
    handler: async (request) => ({
      apiKey: toKeyBody(answer(await managementOf(request).keys.read(request.params.keyId))),
    }),
  })
}

function createKey(server: ManagementServer): void {
  server.post('/:workspace/api-keys', {
    config: { scope: 'api-key:create' },
    schema: {
      summary: 'Create an API key; its secret is told once',
      tags,
      params: WorkspacePath,
      body: NewKeyBody,
      response: { 201: CreatedKeyBody, ...FAILURES },
    },
    handler: async (request, reply) => {
      const { name, scopes, folderIds, customMetadata, protected: isProtected } = request.body
      const wanted = {
        name: name ?? 'Unnamed key',
        isProtected: isProtected ?? false,
        folderIds: folderIds ?? [],
        ...(scopes !== undefined && { scopes }),
        ...(customMetadata && { customMetadata }),
      }
      const created = answer(await managementOf(request).keys.create(wanted))
      const { key, secret, publishable } = created
      return reply.code(201).send({ ...toKeyBody(key), key: secret, publishableKey: publishable })
    },
  })
}

function changeKey(server: ManagementServer): void {
  server.patch('/:workspace/api-keys/:keyId', {
    config: { scope: 'api-key:update' },
    schema: {
      summary: 'Change what a key is called or may do, or disable it',
      tags,
      params,
      body: KeyChangeBody,
      response: { 200: ChangedKeyBody, ...FAILURES, 409: ErrorBody },
    },
    handler: async (request) => {
      const { name, scopes, customMetadata, protected: isProtected, disabled: isDisabled } = request.body
      const change = {
        ...(typeof name === 'string' && { name }),
        ...(scopes !== undefined && { scopes }),
        ...(customMetadata && { customMetadata }),
        ...(typeof isProtected === 'boolean' && { isProtected }),
        ...(typeof isDisabled === 'boolean' && { isDisabled }),
      }
      const changed = toKeyBody(answer(await managementOf(request).keys.change(request.params.keyId, change)))
      return { ...changed, apiKey: changed }
    },
  })
}

function revokeKey(server: ManagementServer): void {
  server.delete('/:workspace/api-keys/:keyId', {
    config: { scope: 'api-key:revoke' },
    schema: {
      summary: 'Revoke an API key',
      tags,
      params,
      response: { 200: RevokedKeyBody, ...FAILURES, 409: ErrorBody },
    },
    handler: async (request) => {
      const { keyId } = request.params
      answer(await managementOf(request).keys.revoke(keyId))
      return { status: 'revoked' as const, keyId }
    },
  })
}
