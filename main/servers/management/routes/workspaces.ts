import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import { FAILURES, WorkspacePath } from '../schemas/kit.ts'
import { IdentityBody, WorkspaceBody } from '../schemas/workspaces.ts'
import type { ManagementServer } from '../validation.ts'
import { originOf } from '../wire/links.ts'
import { toWorkspaceBody } from '../wire/workspaces.ts'

/** Clients check their key with either method. */
export function workspaceRoutes(server: ManagementServer, readOnly?: string): void {
  server.route({
    method: ['GET', 'POST'],
    url: '/',
    config: { scope: null },
    schema: {
      summary: 'Check the key and tell its workspace',
      tags: ['Workspaces'],
      response: { 200: IdentityBody, ...FAILURES },
    },
    handler: async (request) => {
      const workspace = answer(await managementOf(request).identify())
      const docs = `${originOf(request)}/docs`
      const instructions = `Every operation is described at ${docs}.`
      const trouble = readOnly === undefined ? {} : { read_only: readOnly }
      return { welcome: 'This is Tessera.', instructions, docs, workspace, ...trouble }
    },
  })

  server.get('/:workspace', {
    config: { scope: 'workspace:read' },
    schema: {
      summary: 'A workspace and its projects',
      tags: ['Workspaces'],
      params: WorkspacePath,
      response: { 200: WorkspaceBody, ...FAILURES },
    },
    handler: async (request) => toWorkspaceBody(answer(await managementOf(request).workspace())),
  })
}
