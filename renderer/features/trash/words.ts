import type { Restored, TrashItem } from '#common/contract/workspace/trash'
import { PROJECT_TYPE_NAMES } from '#renderer/kit/display/project-type'
import { plural } from '#renderer/kit/format'

const DAY_MS = 24 * 3600 * 1000

/** Tells a thing in the trash from every other, for lists. */
export function keyOf(item: TrashItem): string {
  switch (item.kind) {
    case 'project':
      return item.id
    case 'version':
      return `${item.project.id} ${item.number}`
    case 'pictures':
      return `${item.project.id} ${item.deletedAt}`
  }
}

/** "Citrus line 3", "Version 3", "12 images". */
export function nameOf(item: TrashItem): string {
  switch (item.kind) {
    case 'project':
      return item.name
    case 'version':
      return `Version ${item.number}`
    case 'pictures':
      return plural(item.images, 'image')
  }
}

/** What a thing is, in short parts: "Project", "Object detection", "4,812 images", "3 versions". */
export function factsOf(item: TrashItem): readonly string[] {
  switch (item.kind) {
    case 'project': {
      const { type, images, versions } = item
      return [
        'Project',
        ...(type === null ? [] : [PROJECT_TYPE_NAMES[type]]),
        ...(images === null ? [] : [plural(images, 'image')]),
        ...(versions === null ? [] : [plural(versions, 'version')]),
      ]
    }
    case 'version':
      return [`Version of ${item.project.name}`, ...(item.images === null ? [] : [plural(item.images, 'image')])]
    case 'pictures':
      return [`From ${item.project.name}`]
  }
}

/** "30 days left"; "Less than a day left" on the last one. */
export function daysLeft(cleanupAt: string, now = new Date()): string {
  const days = (Date.parse(cleanupAt) - now.getTime()) / DAY_MS
  return days < 1 ? 'Less than a day left' : `${plural(Math.ceil(days), 'day')} left`
}

/** What became of a thing that was taken out, in a sentence. */
export function restoredText(item: TrashItem, { project, takenSlug, images }: Restored): string {
  switch (item.kind) {
    case 'project':
      return takenSlug === null
        ? `${item.name} restored`
        : `${item.name} restored. Its address is ${project} now, because another project has ${takenSlug}`
    case 'version':
      return `Version ${item.number} of ${item.project.name} restored`
    case 'pictures': {
      const back = images ?? item.images
      const stay = item.images - back
      const text = `${plural(back, 'image')} restored to ${item.project.name}`
      return stay === 0 ? text : `${text}. ${plural(stay, 'image')} came in again meanwhile and stayed in the trash`
    }
  }
}
