import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { wholeText } from '#common/long-text'
import { ok, type Result } from '#common/result'
import type { ArchiveStream } from '#core/management/model'
import type { Management, WantedVersion } from '#core/management/ports'
import {
  Annotated,
  Exported,
  Generated,
  Identity,
  ImageAnswer,
  Project,
  ProjectAnswer,
  TaskAnswer,
  TaskStarted,
  Uploaded,
  VersionAnswer,
  WorkspaceAnswer,
} from './answers.ts'
import { type CallWorkspace, pathOf, workspaceCalls } from './calls.ts'
import { remoteCatalog } from './catalog.ts'
import { remoteFolders } from './folders.ts'
import { imageForm } from './form.ts'
import { remoteHealth } from './health.ts'
import { type RemoteHttp, type RemoteOptions, remoteHttp } from './http.ts'
import { remoteImages } from './images.ts'
import { remoteJobs } from './jobs.ts'
import { remoteKeys } from './keys.ts'
import { remoteModels } from './models.ts'
import { remoteProposals } from './proposals.ts'
import { remoteSearch } from './search.ts'
import { remoteTrash } from './trash.ts'
import { remoteWorkflows } from './workflows.ts'
import { remoteZipUploads } from './zip-uploads.ts'

/** The management API of another machine, in the workspace of the key. */
export function remoteManagement(options: RemoteOptions): Management {
  const http = remoteHttp(options)
  const { ask, open } = http
  let slug: string | undefined

  async function identify(): Promise<Result<string, Refusal>> {
    if (slug !== undefined) return ok(slug)
    const identity = await ask(Identity, { method: 'GET', path: '/' })
    if (!identity.ok) return identity
    slug = identity.value.workspace
    return ok(slug)
  }

  const call = workspaceCalls(http, identify)

  function read<Body>(schema: z.ZodType<Body>, ...parts: readonly (string | number)[]) {
    return call(schema, { method: 'GET', parts })
  }

  function send<Body>(schema: z.ZodType<Body>, json: unknown, parts: readonly string[]) {
    return call(schema, { method: 'POST', parts, json })
  }

  return {
    identify,
    async workspace() {
      const answer = await read(WorkspaceAnswer)
      return answer.ok ? ok(answer.value.workspace) : answer
    },
    createProject: ({ name, type, annotationGroup, license }) =>
      send(Project, { name, type, annotation: annotationGroup, license }, ['projects']),
    project: (project) => read(ProjectAnswer, project),
    upload: (project, image) =>
      ask(Uploaded, { method: 'POST', path: pathOf('dataset', project, 'upload'), stream: imageForm(image) }),
    async annotate(project, image, { name, text, labelmap, overwrite }) {
      const query = new URLSearchParams({ name, ...(overwrite && { overwrite: 'true' }) })
      const path = `${pathOf('dataset', project, 'annotate', image)}?${query.toString()}`
      return ask(Annotated, {
        method: 'POST',
        path,
        json: { annotationFile: wholeText(text), labelmap: Object.fromEntries(labelmap) },
      })
    },
    async image(project, image) {
      const query = { marks: 'true' }
      const answer = await call(ImageAnswer, { method: 'GET', parts: [project, 'images', image], query })
      return answer.ok ? ok(answer.value.image) : answer
    },
    generate: (project, wanted) => send(Generated, toFlat(wanted), [project, 'generate']),
    version: (project, version) => read(VersionAnswer, project, version),
    async export(project, version, format) {
      const answer = await read(Exported, project, version, format)
      if (!answer.ok) return answer
      if (answer.value.export === undefined) return ok({ kind: 'working', progress: answer.value.progress })
      const { export: made, ...rest } = answer.value
      return ok({ kind: 'ready', ...rest, format: made.format, archive: made.link })
    },
    async download(archive) {
      const response = await open(archive)
      return response.ok ? toArchive(response.value, archive) : response
    },
    async rebalance(project, { shares, ...wanted }) {
      const answer = await send(TaskStarted, { splits: shares, ...wanted }, [project, 'splits', 'rebalance'])
      return answer.ok ? ok(answer.value.taskId) : answer
    },
    task: (task) => read(TaskAnswer, 'asynctasks', task),
    ...remoteFacets(call, http, identify),
  }
}

/** Operations of the API besides those of the datasets themselves. */
function remoteFacets(call: CallWorkspace, http: RemoteHttp, identify: Management['identify']) {
  return {
    keys: remoteKeys(call),
    jobs: remoteJobs(call),
    health: remoteHealth(call),
    workflows: remoteWorkflows(call),
    zipUploads: remoteZipUploads(call, http),
    catalog: remoteCatalog(call, http),
    models: remoteModels(call, http, identify),
    images: remoteImages(call),
    trash: remoteTrash(call),
    folders: remoteFolders(call),
    search: remoteSearch(call),
    proposals: remoteProposals(http),
  } satisfies Partial<Management>
}

/** The settings lie beside the name on the wire. */
function toFlat({ name, settings, seed }: WantedVersion): object {
  const parsed = z.record(z.string(), z.unknown()).safeParse(settings)
  return { versionName: name, ...(parsed.success ? parsed.data : { preprocessing: settings }), seed }
}

function toArchive({ headers, body }: Response, link: string): Result<ArchiveStream, Refusal> {
  const bytes = Number(headers.get('content-length') ?? Number.NaN)
  if (body === null || !Number.isSafeInteger(bytes)) {
    return refuse('remote-archive-without-length', { host: new URL(link).host })
  }
  const named = /filename="([^"/\\]+)"/.exec(headers.get('content-disposition') ?? '')?.[1]
  return ok({ fileName: named ?? 'archive.zip', bytes, content: body })
}
