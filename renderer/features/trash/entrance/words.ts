import type { Restored, TrashItem } from '#common/contract/workspace/trash'
import type { ProjectSlug } from '#common/ids'
import { PROJECT_TYPE_NAMES } from '#renderer/data/project-type'
import { t } from '#renderer/words/words'

const DAY_MS = 24 * 3600 * 1000

/** Tells a thing in the trash from every other, for lists. */
export function keyOf(item: TrashItem): string {
  switch (item.kind) {
    case 'project':
      return item.id
    case 'version':
      return `${item.project.id} ${item.number}`
    case 'images':
      return `${item.project.id} ${item.deletedAt}`
  }
}

/** "Citrus line 3", "Version 3", "12 images". */
export function nameOf(item: TrashItem): string {
  switch (item.kind) {
    case 'project':
      return item.name
    case 'version':
      return t('Version {{number}}', { number: item.number })
    case 'images':
      return t('{{count}} images', { count: item.images })
  }
}

/** Facts about an item, in short parts: "Project", "Object detection", "4,812 images", "3 versions". */
export function factsOf(item: TrashItem): readonly string[] {
  switch (item.kind) {
    case 'project': {
      const { type, images, versions } = item
      return [
        t('Project'),
        ...(type === null ? [] : [PROJECT_TYPE_NAMES[type]]),
        ...(images === null ? [] : [t('{{count}} images', { count: images })]),
        ...(versions === null ? [] : [t('{{count}} versions', { count: versions })]),
      ]
    }
    case 'version':
      return [
        t('Version of {{project}}', { project: item.project.name }),
        ...(item.images === null ? [] : [t('{{count}} images', { count: item.images })]),
      ]
    case 'images':
      return [t('From {{project}}', { project: item.project.name })]
  }
}

/** How many images of a live project are in the trash. */
export function imagesOf(items: readonly TrashItem[], project: ProjectSlug): number {
  return items.reduce(
    (sum, item) => sum + (item.kind === 'images' && item.project.slug === project ? item.images : 0),
    0,
  )
}

/** Days that a thing stays in the trash from its deletion on. */
export function keptDays({ deletedAt, cleanupAt }: TrashItem): number {
  return Math.round((Date.parse(cleanupAt) - Date.parse(deletedAt)) / DAY_MS)
}

/** "30 days left"; "Less than a day left" on the last one. */
export function daysLeft(cleanupAt: string, now = new Date()): string {
  const days = (Date.parse(cleanupAt) - now.getTime()) / DAY_MS
  return days < 1 ? t('Less than a day left') : t('{{count}} days left', { count: Math.ceil(days) })
}

/** A sentence about a restored item. */
export function restoredText(item: TrashItem, { project, takenSlug, images, replaced }: Restored): string {
  switch (item.kind) {
    case 'project':
      return takenSlug === null
        ? t('{{name}} restored', { name: item.name })
        : t('{{name}} restored. Its address is {{address}} now, because another project has {{taken}}', {
            name: item.name,
            address: project,
            taken: takenSlug,
          })
    case 'version':
      return t('Version {{number}} of {{project}} restored', { number: item.number, project: item.project.name })
    case 'images': {
      const back = images ?? item.images
      const stay = item.images - back
      const text = t('{{count}} images restored to {{project}}', { count: back, project: item.project.name })
      const parts = [
        text,
        (replaced ?? 0) > 0 &&
          t('{{count}} copies without annotations, imported in the meantime, moved to the trash', {
            count: replaced ?? 0,
          }),
        stay > 0 && t('{{count}} images were imported again in the meantime and stayed in the trash', { count: stay }),
      ]
      return parts.filter((part) => part !== false).join('. ')
    }
  }
}
