import type { z } from 'zod'
import type { CatalogAnswer, CatalogProject } from '#core/management/catalog'
import type { CallersLinks } from '../links.ts'
import type { CatalogFindingsBody } from '../schemas/catalog.ts'

/** Where the answer goes to, and its links. */
type LinkMaking = Pick<CallersLinks, 'origin' | 'image' | 'published'>

export function toCatalogBody({ total, results }: CatalogAnswer, to: LinkMaking): z.output<typeof CatalogFindingsBody> {
  return {
    total,
    results: results.map(({ cover, ...project }) => ({
      ...project,
      url: `${to.origin}/${project.workspace}/${project.project}`,
      ...linksOf(cover, to),
    })),
  }
}

function linksOf(cover: CatalogProject['cover'], links: LinkMaking) {
  switch (cover?.kind) {
    case undefined:
      return { thumbnail: null, annotationThumbnail: null }
    case 'links':
      return { thumbnail: cover.thumbnail, annotationThumbnail: cover.annotation ?? null }
    case 'image':
      return toThumbnails(links.image(cover.image), cover.isLabelled)
    case 'published':
      return toThumbnails(links.published(cover.project), cover.isLabelled)
  }
}

function toThumbnails({ thumb, annotation }: { thumb: string; annotation: string }, isLabelled: boolean) {
  return { thumbnail: thumb, annotationThumbnail: isLabelled ? annotation : null }
}
