import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import { ErrorBody, FAILURES, ProjectPath, VersionPath, WorkspacePath } from '../schemas/kit.ts'
import {
  DeletedProjectBody,
  DeletedVersionBody,
  DeletedWorkflowBody,
  RestoreBody,
  RestoredBody,
  TrashBody,
} from '../schemas/trash.ts'
import { WorkflowPath } from '../schemas/workflows.ts'
import type { ManagementServer } from '../validation.ts'
import { toRestoredBody, toTrashBody } from '../wire/trash.ts'
import { readVersionNumber } from '../wire/versions.ts'

export function trashRoutes(server: ManagementServer): void {
  moveRoutes(server)
  moveWorkflow(server)
  listRoutes(server)
}

/** Operations that move projects and versions to the trash. */
function moveRoutes(server: ManagementServer): void {
  server.delete('/:workspace/:project', {
    config: { scope: 'project:delete' },
    schema: {
      summary: 'Move a project to the trash; its tasks are cancelled',
      tags: ['Trash'],
      params: ProjectPath,
      response: { 200: DeletedProjectBody, ...FAILURES },
    },
    handler: async (request) => {
      const { workspace, project } = request.params
      const moved = answer(await managementOf(request).trash.moveProject(project))
      return { deleted: true as const, type: 'project' as const, workspace, ...moved, trash: true as const }
    },
  })

  server.delete('/:workspace/:project/:version', {
    config: { scope: 'version:delete' },
    schema: {
      summary: 'Move a version to the trash',
      tags: ['Trash'],
      params: VersionPath,
      response: { 200: DeletedVersionBody, ...FAILURES, 409: ErrorBody },
    },
    handler: async (request) => {
      const { workspace, project, version } = request.params
      const number = answer(readVersionNumber(version))
      const moved = answer(await managementOf(request).trash.moveVersion(project, number))
      const told = { workspace, ...moved, version: String(number) }
      return { deleted: true as const, type: 'version' as const, ...told, trash: true as const }
    },
  })
}

function moveWorkflow(server: ManagementServer): void {
  server.delete('/:workspace/workflows/:workflow', {
    config: { scope: 'workflow:update' },
    schema: {
      summary: 'Move a workflow to the trash',
      tags: ['Trash'],
      params: WorkflowPath,
      response: { 200: DeletedWorkflowBody, ...FAILURES },
    },
    handler: async (request) => {
      const { workspace, workflow } = request.params
      const moved = answer(await managementOf(request).trash.moveWorkflow(workflow))
      return { deleted: true as const, type: 'workflow' as const, workspace, ...moved, trash: true as const }
    },
  })
}

function listRoutes(server: ManagementServer): void {
  server.get('/:workspace/trash', {
    config: { scope: 'trash:read' },
    schema: {
      summary: 'What was deleted and can come back',
      tags: ['Trash'],
      params: WorkspacePath,
      response: { 200: TrashBody, ...FAILURES },
    },
    handler: async (request) => {
      const items = answer(await managementOf(request).trash.list())
      return toTrashBody(items, request.params.workspace)
    },
  })

  server.post('/:workspace/trash/restore', {
    config: { scope: 'trash:restore' },
    schema: {
      summary: 'Take something out of the trash',
      tags: ['Trash'],
      params: WorkspacePath,
      body: RestoreBody,
      response: { 200: RestoredBody, ...FAILURES, 409: ErrorBody },
    },
    handler: async (request) => {
      const { type, id, parentId } = request.body
      const restored = await managementOf(request).trash.restore({ type, id, parentId: parentId ?? undefined })
      return toRestoredBody(answer(restored))
    },
  })
}
