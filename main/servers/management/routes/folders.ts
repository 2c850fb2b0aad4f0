import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import {
  FolderBody,
  FolderChangeBody,
  FolderDeletedBody,
  FolderPath,
  FolderProjectsBody,
  FoldersBody,
  FoldersQuery,
  NewFolderBody,
} from '../schemas/folders.ts'
import { ErrorBody, FAILURES, WorkspacePath } from '../schemas/kit.ts'
import type { ManagementServer } from '../validation.ts'
import { toFolderBody } from '../wire/folders.ts'

const TAGS = ['Folders']

export function folderRoutes(server: ManagementServer): void {
  readRoutes(server)
  changeRoutes(server)
  for (const act of ['add', 'remove'] as const) placeRoute(server, act)
}

function readRoutes(server: ManagementServer): void {
  server.get('/:workspace/groups', {
    config: { scope: 'folder:read' },
    schema: {
      summary: 'The folders of a workspace, or the one of groupId',
      tags: TAGS,
      params: WorkspacePath,
      querystring: FoldersQuery,
      response: { 200: FoldersBody, ...FAILURES },
    },
    handler: async (request) => {
      const { folders } = managementOf(request)
      const { groupId } = request.query
      const found = groupId === undefined ? answer(await folders.list()) : [answer(await folders.read(groupId))]
      return { data: found.map((folder) => toFolderBody(folder, request.params.workspace)) }
    },
  })

  server.get('/:workspace/groups/:id', {
    config: { scope: 'folder:read' },
    schema: { summary: 'A folder', tags: TAGS, params: FolderPath, response: { 200: FoldersBody, ...FAILURES } },
    handler: async (request) => {
      const folder = answer(await managementOf(request).folders.read(request.params.id))
      return { data: [toFolderBody(folder, request.params.workspace)] }
    },
  })
}

function changeRoutes(server: ManagementServer): void {
  server.post('/:workspace/groups', {
    config: { scope: 'folder:update' },
    schema: {
      summary: 'Make a folder',
      tags: TAGS,
      params: WorkspacePath,
      body: NewFolderBody,
      response: { 201: FolderBody, ...FAILURES, 409: ErrorBody },
    },
    handler: async (request, reply) => {
      const { name, parent_id, external_id, projects } = request.body
      const wanted = { name, parentId: parent_id ?? undefined, externalId: external_id ?? undefined, projects }
      const folder = answer(await managementOf(request).folders.create(wanted))
      return reply.code(201).send(toFolderBody(folder, request.params.workspace))
    },
  })

  server.post('/:workspace/groups/:id', {
    config: { scope: 'folder:update' },
    schema: {
      summary: 'Rename a folder, or move it into another; parent_id null moves it to the top',
      tags: TAGS,
      params: FolderPath,
      body: FolderChangeBody,
      response: { 200: FolderBody, ...FAILURES, 409: ErrorBody },
    },
    handler: async (request) => {
      const { name, parent_id: parentId } = request.body
      const folder = answer(await managementOf(request).folders.change(request.params.id, { name, parentId }))
      return toFolderBody(folder, request.params.workspace)
    },
  })

  server.delete('/:workspace/groups/:id', {
    config: { scope: 'folder:update' },
    schema: {
      summary: 'Take a folder away; what lies in it moves to the folder above',
      tags: TAGS,
      params: FolderPath,
      response: { 200: FolderDeletedBody, ...FAILURES },
    },
    handler: async (request) => {
      answer(await managementOf(request).folders.remove(request.params.id))
      return { deleted: true as const, id: request.params.id }
    },
  })
}

function placeRoute(server: ManagementServer, act: 'add' | 'remove'): void {
  server.route({
    method: act === 'add' ? 'PATCH' : 'DELETE',
    url: '/:workspace/groups/:id/projects',
    config: { scope: 'folder:update' },
    schema: {
      summary:
        act === 'add' ? 'Put projects into a folder, out of the ones they were in' : 'Take projects out of a folder',
      tags: TAGS,
      params: FolderPath,
      body: FolderProjectsBody,
      response: { 200: FoldersBody, ...FAILURES },
    },
    handler: async (request) => {
      const { folders } = managementOf(request)
      const { id, workspace } = request.params
      answer(await (act === 'add' ? folders.addProjects : folders.removeProjects)(id, request.body.projects))
      return { data: [toFolderBody(answer(await folders.read(id)), workspace)] }
    },
  })
}
