import { z } from 'zod'
import { ok } from '#common/result'
import type { CatalogAnswer, CatalogOperations, CatalogProject, WantedCatalogSearch } from '#core/management/catalog'
import { Project, TaskStarted } from './answers.ts'
import type { CallWorkspace } from './calls.ts'
import type { RemoteHttp } from './http.ts'

const Found = z
  .object({
    workspace: z.string(),
    project: z.string(),
    name: z.string(),
    type: z.string(),
    license: z.string().default(''),
    images: z.int(),
    thumbnail: z.string().nullish(),
    annotationThumbnail: z.string().nullish(),
  })
  .transform(({ thumbnail, annotationThumbnail, ...rest }): CatalogProject => {
    const annotation = annotationThumbnail ?? undefined
    return { ...rest, cover: thumbnail ? { kind: 'links', thumbnail, annotation } : undefined }
  })

const Findings: z.ZodType<CatalogAnswer> = z.object({ total: z.int(), results: z.array(Found) })

const PATH = '/universe/search'

/** The catalog of another machine. */
export function remoteCatalog(call: CallWorkspace, { ask }: Pick<RemoteHttp, 'ask'>): CatalogOperations {
  return {
    search(wanted) {
      const { query: q, page, limit, type, like } = wanted
      if (like !== undefined)
        return ask(Findings, { method: 'POST', path: PATH, json: toBody(wanted), takesLong: true })
      const query = new URLSearchParams({ q, page: String(page), limit: String(limit), ...(type && { type }) })
      return ask(Findings, { method: 'GET', path: `${PATH}?${query.toString()}` })
    },
    async fork({ workspace, project }) {
      const json = { source_project: project, source_workspace: workspace }
      const started = await call(TaskStarted, { method: 'POST', parts: ['projects', 'fork'], json })
      return started.ok ? ok(started.value.taskId) : started
    },
    setPublic: (project, isPublic) => call(Project, { method: 'PATCH', parts: [project], json: { public: isPublic } }),
  }
}

function toBody({ query: q, like, ...rest }: WantedCatalogSearch): object {
  const image = like && ('url' in like ? like.url : Buffer.from(like.bytes).toString('base64'))
  return { ...rest, q, image }
}
