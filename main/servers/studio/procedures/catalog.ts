import { implement } from '@orpc/server'
import { imageUrl, publishedThumbUrl } from '#common/contract/urls'
import { type CatalogCard, catalogContract } from '#common/contract/workspace/catalog'
import { ProjectSlug } from '#common/ids'
import type { CatalogCover, CatalogEntry } from '#core/exchange/catalog/ports'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(catalogContract)

export function catalogProcedures({ workspace, projects, catalog, copies, publishing }: StudioServices) {
  function toCard({ cover, classes, ...entry }: CatalogEntry): CatalogCard {
    const slug = entry.workspace === workspace.slug ? ProjectSlug.parse(entry.project) : null
    return { ...entry, classes: [...classes], thumbnail: cover ? thumbnailOf(cover) : null, own: slug }
  }

  return os.router({
    search: os.search.handler(async ({ input: { text, looks, limit } }) => {
      const described = looks === null ? undefined : Buffer.from(looks, 'base64')
      const found = answer(await catalog.find({ query: text, looks: described, page: 1, limit }))
      return { total: found.total, cards: found.entries.map(toCard) }
    }),
    folders: os.folders.handler(() => [...publishing.folders]),
    publish: os.publish.handler(async ({ input }) => {
      const project = answer(await projects.find(workspace, input.project))
      return { taskId: answer(await publishing.start(workspace, project, input.folder)) }
    }),
    copy: os.copy.handler(async ({ input }) => ({ taskId: answer(await copies.start(workspace, input)) })),
  })
}

function thumbnailOf(cover: CatalogCover): string {
  return cover.kind === 'image' ? imageUrl(cover.image, 'thumb') : publishedThumbUrl(cover.project)
}
