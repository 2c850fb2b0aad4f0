import { brand } from '#common/border'
import type { ImageDetails, ImageFilter, ImageSort } from '#common/contract/images'
import { type Refusal, refuse } from '#common/errors'
import { type BatchId, ImageId } from '#common/ids'
import { ok, type Result } from '#common/result'
import type { Split } from '#common/split'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { Project } from '../projects/ports.ts'
import { normalName } from '../projects/rules.ts'
import type { ImageQuerySpec, ImageRepository, StoredImage } from './ports.ts'
import { type ImageDependencies, type NewImage, type StreamedImage, takeIn, takeInStreamed } from './take-in.ts'

export type ImageService = ReturnType<typeof imageService>

/** Looks images of a project up. */
export function imageFinder(images: Pick<ImageRepository, 'find'>) {
  return {
    async find(project: Project, id: string): Promise<Result<StoredImage, Refusal>> {
      const parsed = ImageId.safeParse(id)
      const image = parsed.success ? await images.find(project.id, parsed.data) : undefined
      return image ? ok(image) : imageMissing(project, id)
    },
  }
}

/** The images of a project: taking in, listing, splitting, trashing. */
export function imageService(dependencies: ImageDependencies) {
  const { images, clock, random, notes } = dependencies

  const { find } = imageFinder(images)

  async function details(project: Project, id: string): Promise<Result<ImageDetails, Refusal>> {
    const parsed = ImageId.safeParse(id)
    const found = parsed.success ? await images.details(project.id, parsed.data) : undefined
    return found ? ok(found) : imageMissing(project, id)
  }

  async function setSplit(project: Project, ids: readonly ImageId[], split: Split): Promise<number> {
    return told(project, await images.setSplit(project.id, ids, split))
  }

  async function trash(project: Project, ids: readonly ImageId[]): Promise<number> {
    return told(project, await images.setTrashed(project.id, ids, clock.now()))
  }

  /** Images whose bytes came in again meanwhile stay in the trash. */
  async function restore(project: Project, ids: readonly ImageId[]): Promise<number> {
    return told(project, await images.setTrashed(project.id, ids, undefined))
  }

  /** Puts all in the trash, or none when one of them is not there. */
  async function trashAll(project: Project, ids: readonly string[]): Promise<Result<undefined, Refusal>> {
    if (ids.length === 0) return refuse('images-empty')
    const missing = await images.trashAll(project.id, ids, clock.now())
    if (missing.length > 0) return imagesMissing(project, missing)
    told(project, ids.length)
    return ok(undefined)
  }

  function told(project: Project, changed: number): number {
    if (changed > 0) notes.publish({ kind: 'images', project: project.slug })
    return changed
  }

  /** The batch of that name, made when it is missing; many callers at once get the same one. */
  function batch(project: Project, name: string): Promise<BatchId> {
    return images.batch(project.id, normalName(name), { id: brand<BatchId>(random.id()), createdAt: clock.now() })
  }

  return {
    add: (project: Project, image: NewImage) => takeIn(dependencies, project, image),
    addStreamed: (project: Project, image: StreamedImage) => takeInStreamed(dependencies, project, image),
    find,
    details,
    setSplit,
    trash,
    trashAll,
    restore,
    batch,
    /** Deletes for good what is in no project and no version any more; answers how many. */
    purge: (workspace: Workspace, ids: readonly string[]) => images.purge(workspace.row, ids),
    ...listing(dependencies),
  }
}

/** Methods that only read. */
function listing({ images, alike }: Pick<ImageDependencies, 'images' | 'alike'>) {
  /** The query with the images that look like the one that its filter names. */
  async function specOf(
    project: Project,
    { filter, sort }: Pick<ListWindow, 'filter' | 'sort'>,
  ): Promise<ImageQuerySpec> {
    const spec = { projectId: project.id, filter, sort }
    if (filter.like === undefined) return spec
    const wanted = await images.find(project.id, filter.like)
    return { ...spec, like: wanted === undefined ? [] : await alike(project, wanted) }
  }

  /** The images that are in the project's trash. */
  async function trashed(project: Project, ids: readonly ImageId[]): Promise<{ id: ImageId; name: string }[]> {
    const found = ids.map(async (id) => {
      const image = (await images.find(project.id, id)) ? undefined : await images.findAnywhere(id)
      return image?.projectId === project.id ? [{ id, name: image.name }] : []
    })
    return (await Promise.all(found)).flat()
  }

  return {
    trashed,
    findAnywhere: (id: ImageId) => images.findAnywhere(id),
    findLive: (id: ImageId) => images.findLive(id),
    page: async (project: Project, window: ListWindow) =>
      images.page(await specOf(project, window), window.offset, window.limit),
    rows: async (project: Project, window: ListWindow) =>
      images.rows(await specOf(project, window), window.offset, window.limit),
    colors: async (project: Project, query: Pick<ListWindow, 'filter' | 'sort'>) =>
      images.colors(await specOf(project, query)),
    places: async (project: Project, query: Pick<ListWindow, 'filter' | 'sort'>) =>
      images.places(await specOf(project, query)),
    ids: async (project: Project, filter: ImageFilter, sort: ImageSort) =>
      images.ids(await specOf(project, { filter, sort })),
    facets: (project: Project) => images.facets(project.id),
    tags: (project: Project) => images.tags(project.id),
    outlines: (project: Project, ids: readonly ImageId[]) => images.outlines(project.id, ids),
  }
}

export interface ListWindow {
  readonly filter: ImageFilter
  readonly sort: ImageSort
  readonly offset: number
  readonly limit: number
}

/** A refusal names at most this many. */
const NAMED = 5

function imagesMissing(project: Project, missing: readonly string[]) {
  const named = missing.slice(0, NAMED).map((id) => `"${id.slice(0, 40)}"`)
  const more = missing.length - NAMED
  return more > 0
    ? refuse('images-not-found-with-more', { project: project.name, images: named, more })
    : refuse('images-not-found', { project: project.name, images: named, count: missing.length })
}

function imageMissing(project: Project, id: string) {
  return refuse('image-not-in-project', { image: id.slice(0, 40), project: project.name })
}
