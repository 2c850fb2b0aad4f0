import { ProjectType } from '#common/contract/projects'
import { publishedThumbUrl } from '#common/contract/urls'
import { type CatalogCard, type CatalogRef, CopyResult } from '#common/contract/workspace/catalog'
import { type Refusal, refuse } from '#common/errors'
import { ProjectSlug, type TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import { readSource } from '../exchange/catalog/rules.ts'
import type { CatalogProject } from '../management/catalog.ts'
import type { Outcome } from '../management/outcome.ts'
import type { TaskResult } from '../tasks/ports.ts'
import type { Remote } from './ports.ts'
import type { RemoteTasks } from './tasks.ts'

interface Dependencies extends Remote {
  readonly tasks: RemoteTasks
}

interface Wanted {
  readonly text: string
  /** Answer of `look` to an image. */
  readonly looks: string | null
  readonly limit: number
}

/** Images that were searched by; each is some ten kilobytes. */
const KEPT_IMAGES = 8
/** Covers of the last searches: more than any page shows. */
const KEPT_COVERS = 1000

/** The catalog of another machine. The page is told no link of it: pixels come through this program. */
export function remoteCatalog({ host, management, random, shrink, tasks }: Dependencies) {
  const images = new Map<string, Uint8Array>()
  const covers = new Map<string, string>()
  const keys = new Map<string, string>()

  /** Keeps a small copy of an image to search by, and answers what names it. */
  async function look(bytes: Uint8Array): Promise<Result<string, Refusal>> {
    const small = await shrink(bytes)
    if (small === undefined) return refuse('search-image-unreadable')
    const looks = random.hex(16)
    keepLast(images, { key: looks, value: small, most: KEPT_IMAGES })
    return ok(looks)
  }

  async function search({ text, looks, limit }: Wanted): Outcome<{ total: number; cards: CatalogCard[] }> {
    const bytes = looks === null ? undefined : images.get(looks)
    if (looks !== null && bytes === undefined) return refuse('search-image-forgotten')
    const slug = await management.identify()
    if (!slug.ok) return slug
    const found = await management.catalog.search({ query: text, page: 1, limit, ...(bytes && { like: { bytes } }) })
    if (!found.ok) return found
    const { total, results } = found.value
    const told = results.slice(0, limit)
    const cards = told.flatMap((project) => toCard(project, slug.value) ?? [])
    return ok({ total: Math.max(cards.length, total - told.length + cards.length), cards })
  }

  /** The card, or undefined for kinds of projects that no screen shows. The API tells neither classes nor the maker's description. */
  function toCard({ cover, ...told }: CatalogProject, slug: string): CatalogCard | undefined {
    const type = ProjectType.safeParse(told.type)
    if (!type.success) return undefined
    const own = told.workspace === slug ? (ProjectSlug.safeParse(told.project).data ?? null) : null
    const thumbnail = cover?.kind === 'links' ? publishedThumbUrl(keyOf(cover.thumbnail)) : null
    return { ...told, type: type.data, description: '', classes: null, thumbnail, own }
  }

  /** Always the same key for a link, so that an image that is shown stays. */
  function keyOf(link: string): string {
    const key = keys.get(link) ?? random.hex(16)
    keepLast(keys, { key: link, value: key, most: KEPT_COVERS })
    keepLast(covers, { key, value: link, most: KEPT_COVERS })
    return key
  }

  async function copy({ workspace, project }: CatalogRef): Outcome<TaskId> {
    const started = await management.catalog.fork({ workspace, project })
    if (!started.ok) return started
    const title = message('title-copy-remote-project', { workspace, project, host })
    return ok(tasks.follow(started.value, { kind: 'fork', project: null, title }, readCopy))
  }

  /** Result of a copy. Where the task names the project alone, the project tells the rest. */
  async function readCopy(told: TaskResult): Promise<TaskResult> {
    if (CopyResult.safeParse(told).success) return told
    const slug = slugIn(told)
    const made = slug && (await management.project(slug))
    if (!made?.ok) return told
    const { name, images } = made.value.project
    return { project: slug, name, images, leftOut: [] }
  }

  return { look, search, copy, coverLink: (key: string) => covers.get(key) }
}

interface Kept<Value> {
  readonly key: string
  readonly value: Value
  readonly most: number
}

function keepLast<Value>(map: Map<string, Value>, { key, value, most }: Kept<Value>): void {
  map.delete(key)
  map.set(key, value)
  for (const old of [...map.keys()].slice(0, Math.max(0, map.size - most))) map.delete(old)
}

/** Servers name a copy by `project`, by `id` (`workspace/project`), or by a link to it. */
function slugIn({ project, id, url }: TaskResult): ProjectSlug | undefined {
  for (const text of [project, id, url]) {
    const address = typeof text === 'string' ? readSource(text) : undefined
    const slug = ProjectSlug.safeParse(address?.ok === true ? address.value.project : undefined)
    if (slug.success) return slug.data
  }
  return undefined
}
