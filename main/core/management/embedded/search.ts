import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { readSearch } from '#common/search/parse'
import type { SearchQuery } from '#common/search/query'
import { shorten } from '#common/text'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import type { FoundImage as StoredFind } from '../../dataset/search/ports.ts'
import { SEARCH_PAGE } from '../../dataset/search/service.ts'
import { pageToken, readPageToken } from '../../dataset/search/token.ts'
import type { FoundImage, ProjectSearch, SearchField, SearchOperations } from '../search.ts'
import type { ManagedServices } from '../services.ts'
import type { FindProject } from './find-project.ts'
import type { Reach } from './reach.ts'

type Services = Pick<ManagedServices, 'images' | 'search' | 'searchExports'>

interface Place {
  readonly workspace: Workspace
  readonly find: FindProject
  readonly reach: Reach
}

/** Searches over the services of this library; `find` finds a project as its callers call it. */
export function embeddedSearch(
  { images, search, searchExports }: Services,
  { workspace, find, reach }: Place,
): SearchOperations {
  /** Descriptor that the results shall resemble; undefined when any order will do. */
  async function likeness(project: Project, { likeImage, likeBytes }: ProjectSearch) {
    if (likeImage !== undefined) {
      const image = await images.find(project, likeImage)
      return image.ok ? search.descriptorOf(image.value) : image
    }
    return likeBytes === undefined ? undefined : search.describeBytes(likeBytes)
  }

  async function searchIn(project: Project, wanted: ProjectSearch, query: SearchQuery) {
    const { offset, limit } = wanted
    const like = await likeness(project, wanted)
    if (like === undefined) return ok(await search.find([project], query, { after: 0, offset, limit }))
    return like.ok ? ok(await search.findLike(project, like.value, { query, offset, limit })) : like
  }

  /** The projects that an export searches. */
  async function exported(dataset: string | undefined, group: string | undefined): Promise<Result<Project[], Refusal>> {
    const named = dataset === undefined ? undefined : await find(dataset)
    if (named?.ok === false) return named
    const all = named ? [named.value] : await reach.list()
    if (group === undefined) return ok(all)
    const grouped = all.filter(({ annotationGroup }) => annotationGroup.toLowerCase() === group.toLowerCase())
    if (grouped.length > 0) return ok(grouped)
    return refuse('no-project-has-group', { group: shorten(group) })
  }

  return {
    async project(text, wanted) {
      const { offset, limit, fields } = wanted
      const sound = checkSize('limit', limit)
      if (!sound.ok) return sound
      const project = await find(text)
      if (!project.ok) return project
      const query = queryOf(wanted)
      if (!query.ok) return query
      const found = await searchIn(project.value, wanted, query.value)
      if (!found.ok) return found
      const view = imageView(workspace, [project.value], fields)
      return ok({ total: found.value.total, offset, results: found.value.images.map(view) })
    },
    async workspace({ query: text, pageSize, continuationToken, fields }) {
      const sound = checkSize('pageSize', pageSize)
      if (!sound.ok) return sound
      const query = readSearch(text)
      if (!query.ok) return query
      const after = continuationToken === undefined ? ok(0) : readPageToken(text, continuationToken)
      if (!after.ok) return after
      const all = await reach.list()
      const found = await search.find(all, query.value, { after: after.value, offset: 0, limit: pageSize })
      const last = found.hasMore ? found.images.at(-1) : undefined
      return ok({
        total: found.total,
        continuationToken: last && pageToken(text, last.seq),
        results: found.images.map(imageView(workspace, all, fields)),
      })
    },
    async startExport({ query: text, format, dataset, annotationGroup, name = '' }) {
      const query = readSearch(text)
      if (!query.ok) return query
      const searched = await exported(dataset, annotationGroup)
      if (!searched.ok) return searched
      const all = searched.value
      const picked = { kind: 'search' as const, projects: all.map(({ id }) => id), query: query.value }
      return searchExports.start(workspace, { picked, projects: all, format, name: name.trim(), search: text.trim() })
    },
    async readExport(id) {
      const state = await searchExports.state(workspace, id)
      if (!state.ok) return state
      if (state.value.kind === 'making') return ok({ kind: 'working', progress: state.value.progress })
      return ok({ kind: 'ready', fileName: state.value.fileName, archive: state.value.linkKey })
    },
  }
}

/** A smaller page than was asked for would end a client's loop early, so too much is refused instead. */
function checkSize(name: string, size: number): Result<undefined, Refusal> {
  if (size >= 1 && size <= SEARCH_PAGE.most) return ok(undefined)
  return refuse('page-size-outside-range', { name, most: SEARCH_PAGE.most, size })
}

/** The query of all conditions together. */
function queryOf({
  prompt,
  tag,
  className,
  batch,
  job,
  inJob,
  inDataset,
}: ProjectSearch): Result<SearchQuery, Refusal> {
  const asked = readSearch(prompt ?? '')
  if (!asked.ok) return asked
  const parts: SearchQuery[] = [asked.value]
  if (tag !== undefined) parts.push({ kind: 'tag', name: tag })
  if (className !== undefined) parts.push({ kind: 'class', name: className })
  if (batch !== undefined) parts.push({ kind: 'batch', name: batch })
  if (job !== undefined || inJob === true) parts.push({ kind: 'job', name: job ?? null })
  if (inDataset !== undefined) parts.push({ kind: 'labelled', is: inDataset })
  return ok({ kind: 'and', parts })
}

/** Tells of an image what was asked for. */
function imageView({ slug: owner }: Workspace, projects: readonly Project[], fields: readonly SearchField[]) {
  const slugs = new Map(projects.map(({ id, slug }) => [id, slug]))
  const asked = new Set<string>(fields)
  return (found: StoredFind): FoundImage => {
    const { id, name, addedAt: createdAt, classes, split, tags, metadata, width, height } = found
    const slug = slugs.get(found.projectId)
    const all: Required<Omit<FoundImage, 'id'>> = {
      name,
      createdAt,
      split,
      tags,
      owner,
      metadata,
      width,
      height,
      labels: classes.map((known) => known.name),
      annotations: {
        count: classes.reduce((sum, { shapes }) => sum + shapes, 0),
        classes: Object.fromEntries(classes.map((known) => [known.name, known.shapes])),
      },
      aspectRatio: width / height,
      projects: slug === undefined ? [] : [slug],
    }
    return { id, ...Object.fromEntries(Object.entries(all).filter(([field]) => asked.has(field))) }
  }
}
