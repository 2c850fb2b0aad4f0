import { type Refusal, refuse } from '#common/errors'
import { err, ok, type Result } from '#common/result'
import type { Workspace } from '../../access/workspaces/ports.ts'
import { FetchBrokenError } from '../../dataset/images/fetch-ports.ts'
import { readSource } from '../../exchange/catalog/rules.ts'
import type { CatalogOperations, WantedCatalogSearch } from '../catalog.ts'
import type { ManagedServices } from '../services.ts'
import type { FindProject } from './find-project.ts'
import { managementViews } from './views.ts'

/** Most bytes of an image to compare with. */
const MAX_LIKE_BYTES = 32 * 1024 * 1024

export function embeddedCatalog(
  services: ManagedServices,
  workspace: Workspace,
  findExactly: FindProject,
): CatalogOperations {
  const { catalog, copies, projects, fetcher } = services
  const views = managementViews(services, workspace)

  async function fetchImage(url: string): Promise<Result<Uint8Array, Refusal>> {
    const source = await fetcher.open(url)
    if (!source.ok) return source
    try {
      return await readAll(source.value)
    } catch (failure) {
      if (failure instanceof FetchBrokenError) return err(failure.refusal)
      throw failure
    }
  }

  /** Descriptor of the image to compare with; undefined where there is none. */
  async function looksOf(like: WantedCatalogSearch['like']): Promise<Result<Uint8Array | undefined, Refusal>> {
    if (like === undefined) return ok(undefined)
    const bytes = 'bytes' in like ? ok(like.bytes) : await fetchImage(like.url)
    return bytes.ok ? catalog.describe(bytes.value) : bytes
  }

  return {
    async search({ like, ...wanted }) {
      const looks = await looksOf(like)
      if (!looks.ok) return looks
      const found = await catalog.find({ ...wanted, looks: looks.value })
      if (!found.ok) return found
      const results = found.value.entries.map(({ name, type, license, images, cover, ...address }) => {
        const { workspace: owner, project } = address
        return { workspace: owner, project, name, type, license, images, cover }
      })
      return ok({ total: found.value.total, results })
    },
    async fork({ workspace: owner, project }) {
      const address = readSource(project)
      if (!address.ok) return address
      return copies.start(workspace, { ...address.value, workspace: address.value.workspace ?? owner })
    },
    async setPublic(text, isPublic) {
      const project = await findExactly(text)
      return project.ok ? ok(await views.project(await projects.setPublic(project.value, isPublic))) : project
    },
  }
}

async function readAll(source: AsyncIterable<Uint8Array>): Promise<Result<Uint8Array, Refusal>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    chunks.push(chunk)
    size += chunk.byteLength
    if (size > MAX_LIKE_BYTES) {
      const limit = `${MAX_LIKE_BYTES / 1024 / 1024} MB`
      return refuse('search-image-too-large', { limit })
    }
  }
  const all = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.byteLength
  }
  return ok(all)
}
