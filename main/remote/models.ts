import { z } from 'zod'
import { ok } from '#common/result'
import type { ManagedModel, ModelOperations } from '#core/management/models'
import type { Outcome } from '#core/management/outcome'
import type { CallWorkspace } from './calls.ts'
import { pathOf } from './calls.ts'
import type { RemoteHttp } from './http.ts'

const Model = z
  .object({
    id: z.string(),
    url: z.string(),
    name: z.string().default(''),
    modelType: z.string().default(''),
    projects: z.array(z.string()).default([]),
    starred: z.boolean().default(false),
    bytes: z.int().default(0),
    sha256: z.string().default(''),
    createdAt: z.coerce.date(),
  })
  .transform(({ modelType: type, starred: isFavorite, ...rest }): ManagedModel => ({ ...rest, type, isFavorite }))

const Weights = z
  .object({ modelId: z.string().default(''), fileName: z.string().default('model.weights'), weightsUrl: z.string() })
  .transform(({ weightsUrl: archive, ...rest }) => ({ ...rest, archive }))

const Prepared = z.object({ url: z.string().min(1) })
const Favored = z.object({ starred: z.boolean() })
const Deleted = z.object({ modelId: z.string() })

/** The models of another machine. */
export function remoteModels(
  call: CallWorkspace,
  { ask, put }: Pick<RemoteHttp, 'ask' | 'put'>,
  identify: () => Outcome<string>,
): ModelOperations {
  return {
    list: (project) => call(z.array(Model), { method: 'GET', parts: [project, 'models'] }),
    async read(model) {
      const workspace = await identify()
      return workspace.ok ? ask(Model, { method: 'GET', path: pathOf('models', workspace.value, model) }) : workspace
    },
    weights: (project, model) => call(Weights, { method: 'GET', parts: [project, model, 'ptFile'] }),
    async prepare({ name, type, projects }) {
      const query = { modelName: name, modelType: type, projectIds: projects.join(',') }
      const prepared = await call(Prepared, { method: 'POST', parts: ['models', 'prepareUpload'], query })
      return prepared.ok ? ok(prepared.value.url) : prepared
    },
    async prepareForVersion(project, version, type) {
      const parts = [project, version, 'uploadModel']
      const prepared = await call(Prepared, { method: 'GET', parts, query: { modelType: type } })
      return prepared.ok ? ok(prepared.value.url) : prepared
    },
    send: (upload, body) => put(upload, { type: 'application/octet-stream', body }),
    async favor(model, starred) {
      const answer = await call(Favored, { method: 'POST', parts: ['models', model, 'favorite'], json: { starred } })
      return answer.ok ? ok(undefined) : answer
    },
    async moveToTrash(model) {
      const answer = await call(Deleted, { method: 'DELETE', parts: ['models', model] })
      return answer.ok ? ok({ id: answer.value.modelId }) : answer
    },
  }
}
