import type { z } from 'zod'
import type { CatalogAnswer, CatalogProject } from '#core/management/catalog'
import type { CatalogFindingsBody } from '../schemas/catalog.ts'
import { pictureLinks, publishedLinks } from './links.ts'

/** Where the answer goes to, and what signs its links. */
export interface LinkMaking {
  readonly origin: string
  readonly secret: string
}

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

function linksOf(cover: CatalogProject['cover'], { origin, secret }: LinkMaking) {
  switch (cover?.kind) {
    case undefined:
      return { thumbnail: null, annotationThumbnail: null }
    case 'links':
      return { thumbnail: cover.thumbnail, annotationThumbnail: cover.annotation ?? null }
    case 'image':
      return toThumbnails(pictureLinks(origin, cover.image, secret), cover.isLabelled)
    case 'published':
      return toThumbnails(publishedLinks(origin, cover.project, secret), cover.isLabelled)
  }
}

function toThumbnails({ thumb, annotation }: { thumb: string; annotation: string }, isLabelled: boolean) {
  return { thumbnail: thumb, annotationThumbnail: isLabelled ? annotation : null }
}
