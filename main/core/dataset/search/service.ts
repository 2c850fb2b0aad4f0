import { z } from 'zod'
import { brand } from '#common/border'
import { type Refusal, refuse } from '#common/errors'
import { type ProjectId, ProjectSlug } from '#common/ids'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { SearchQuery } from '#common/search/query'
import type { TaskContext, TaskRunner, TaskWork } from '../../tasks/ports.ts'
import type { BlobStore, ImageReader, StoredImage } from '../images/ports.ts'
import type { Project } from '../projects/ports.ts'
import { likenessRanking } from './likeness.ts'
import type { FoundImage, ImageSeq, SearchRepository, SearchWindow } from './ports.ts'

export type SearchService = ReturnType<typeof searchService>

interface Dependencies {
  readonly search: SearchRepository
  readonly blobs: Pick<BlobStore, 'pathOf'>
  readonly imageFiles: Pick<ImageReader, 'describe'>
  readonly runner: TaskRunner
}

/** Results of one page. */
export const SEARCH_PAGE = { usual: 50, most: 250 } as const

export interface Findings {
  readonly total: number
  readonly images: readonly FoundImage[]
  /** Whether there are more behind these. */
  readonly hasMore: boolean
}

const Input = z.object({ projectId: z.string(), project: ProjectSlug })

/** Images that are told to look like one. */
const MOST_ALIKE = 250

/** Images described before their descriptors are stored together. */
const SLICE = 16

/** Searches by words and by looks. */
export function searchService({ search, blobs, imageFiles, runner }: Dependencies) {
  const likeness = likenessRanking(search)
  /** Projects whose descriptors are being made. */
  const describing = new Set<ProjectId>()

  const work: TaskWork = {
    kind: 'describe',
    afterCrash: 'resume',
    async run(input, context) {
      const { projectId, project } = Input.parse(input)
      const id = brand<ProjectId>(projectId)
      describing.add(id)
      try {
        return { described: await describeAll(id, context), project }
      } finally {
        describing.delete(id)
      }
    },
  }

  async function describeAll(project: ProjectId, { signal, report }: TaskContext): Promise<number> {
    const total = await search.countUndescribed(project)
    let done = 0
    for (let after = 0; ; ) {
      signal.throwIfAborted()
      const slice = await search.undescribed(project, after, SLICE)
      const last = slice.at(-1)
      if (last === undefined) return done
      await search.describe(await Promise.all(slice.map(describeStored)))
      after = last.seq
      done += slice.length
      report({ current: done, total: Math.max(done, total) })
    }
  }

  /** An empty descriptor tells that the image cannot be read, so that nobody tries it again. */
  async function describeStored({ id, blob }: Pick<StoredImage, 'id' | 'blob'>) {
    return { id, bytes: (await imageFiles.describe(blobs.pathOf(blob))) ?? new Uint8Array() }
  }

  /** Starts the work for images that came in before there were descriptors. */
  async function describeMissing(project: Project): Promise<void> {
    if (describing.has(project.id)) return
    describing.add(project.id)
    const count = await search.countUndescribed(project.id)
    if (count === 0) return void describing.delete(project.id)
    const input = { projectId: project.id, project: project.slug }
    const title = message('title-describe-images', { count })
    const task = { workspace: project.workspace, projectId: project.id, kind: 'describe' as const, title, input }
    runner.begin(await runner.create(task), 'describe', input)
  }

  /** Images that match, in the order they were added. */
  async function find(projects: readonly Project[], query: SearchQuery, window: SearchWindow): Promise<Findings> {
    const { limit } = window
    const spec = { projects: projects.map(({ id }) => id), query }
    const { total, seqs } = await search.page(spec, { ...window, limit: limit + 1 })
    return { total, images: await search.rows(seqs.slice(0, limit)), hasMore: seqs.length > limit }
  }

  /** Images that match, those that look most like `wanted` first. */
  async function findLike(
    project: Project,
    wanted: Uint8Array,
    { query, offset, limit }: LikeSearch,
  ): Promise<Findings> {
    const matching = await search.all({ projects: [project.id], query })
    const { seqs, undescribed } = await likeness.rank(project.id, matching, { wanted, offset, limit })
    if (undescribed > 0) await describeMissing(project)
    return { total: matching.length, images: await search.rows(seqs), hasMore: offset + limit < matching.length }
  }

  /** The places of the images that look most like one of the project, the likest first. */
  async function alike(project: Project, image: StoredImage): Promise<readonly ImageSeq[]> {
    const wanted = await descriptorOf(image)
    if (!wanted.ok) return []
    const all = await search.all({ projects: [project.id], query: { kind: 'all' } })
    const window = { wanted: wanted.value, offset: 0, limit: MOST_ALIKE }
    const { seqs, undescribed } = await likeness.rank(project.id, all, window)
    if (undescribed > 0) await describeMissing(project)
    return seqs.slice(0, all.length - undescribed)
  }

  /** The descriptor of an image of the library, made now where there is none. */
  async function descriptorOf(image: StoredImage): Promise<Result<Uint8Array, Refusal>> {
    const stored = await search.descriptorOf(image.id)
    const described = stored ? { id: image.id, bytes: stored } : await describeStored(image)
    if (stored === undefined) await search.describe([described])
    if (described.bytes.length > 0) return ok(described.bytes)
    return refuse('image-not-comparable', { image: image.name })
  }

  /** The descriptor of an image that is not in the library. */
  async function describeBytes(bytes: Uint8Array): Promise<Result<Uint8Array, Refusal>> {
    const described = await imageFiles.describe(bytes)
    if (described) return ok(described)
    return refuse('base64-image-unreadable')
  }

  return { work, find, findLike, alike, describeMissing, descriptorOf, describeBytes }
}

export interface LikeSearch {
  readonly query: SearchQuery
  readonly offset: number
  readonly limit: number
}
