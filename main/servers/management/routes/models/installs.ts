import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuse } from '#common/errors'
import { ok } from '#common/result'
import type { Workspace } from '#core/access/workspaces/ports'
import { MAX_MODEL_BYTES, modelTooLarge } from '#core/models/store/rules'
import { installScripted } from '#core/models/store/scripted'
import { answer } from '../../../kit/refused-request.ts'
import { ErrorBody, FAILURES, WorkspacePath } from '../../schemas/kit.ts'
import { InstallModelQuery } from '../../schemas/model-installs.ts'
import { TaskCreatedBody } from '../../schemas/tasks.ts'
import type { ManagementServices } from '../../services.ts'
import { type ManagementServer, withSchemas } from '../../validation.ts'
import { originOf } from '../../wire/links.ts'

const Length = z.object({ 'content-length': z.coerce.number() })

/** Registered as a plugin of its own, because bodies stay streams here. */
export async function modelInstallRoutes(
  scope: ManagementServer,
  { modelStore }: Pick<ManagementServices, 'modelStore'>,
): Promise<void> {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  // The rest of a refused file is read to its end: clients read no answer before they have sent all.
  scope.addHook('onResponse', async ({ raw }) => void raw.unpipe().resume())
  const server = withSchemas(scope)

  server.post('/:workspace/models/install', {
    config: { scope: 'version:update' },
    schema: {
      summary: 'Install a model, so that the inference server runs it',
      description:
        'The body is the file itself. It is recognised, checked and tried as on the Models page; follow the task for how far it is and ' +
        'for what became of it. The key must not be limited to folders or to a workflow: models serve the whole station.',
      tags: ['Models'],
      consumes: ['application/octet-stream'],
      params: WorkspacePath,
      querystring: InstallModelQuery,
      response: { 202: TaskCreatedBody, ...FAILURES, 413: ErrorBody },
    },
    preValidation: async (request) => void wholeOf(request),
    handler: async (request, reply) => {
      const { query, headers, raw } = request
      const workspace = wholeOf(request)
      const length = Length.safeParse(headers)
      if (length.success && length.data['content-length'] > MAX_MODEL_BYTES) return answer(modelTooLarge())
      const { fileName, ...words } = query
      const draft = await modelStore.openDraft()
      const taken = await modelStore.takeFile(draft, fileName, raw)
      if (!taken.ok) await modelStore.discard(draft)
      answer(taken)
      const taskId = answer(await installScripted(modelStore, workspace, { draft, words }))
      return reply.code(202).send({ taskId, url: `${originOf(request)}/${workspace.slug}/asynctasks/${taskId}` })
    },
  })
}

function wholeOf({ caller }: FastifyRequest): Workspace {
  return answer(caller?.whole ? ok(caller.whole) : refuse('models-need-whole-key'))
}
