import type { z } from 'zod'
import type { RestoredItem, TrashedItem } from '#core/management/trash'
import type { RestoredBody, TrashBody } from '../schemas/trash.ts'

/** Training runs are not made yet, so their section is empty; models have one beside those of the specification. */
export function toTrashBody(items: readonly TrashedItem[], workspace: string): z.input<typeof TrashBody> {
  const bodies = items.map((item) => toItemBody(item, workspace))
  const only = (type: string) => bodies.filter((item) => item.type === type)
  const sections = {
    projects: only('project'),
    versions: only('version'),
    workflows: only('workflow'),
    models: only('model'),
    trainings: [],
  }
  return { items: bodies, sections }
}

function toItemBody(
  { id, type, name, slug, parent, deletedAt, cleanupAt, deletedByName }: TrashedItem,
  workspace: string,
) {
  return {
    id,
    type,
    name,
    ...(slug !== undefined && { url: slug }),
    ...(parent && { parentId: parent.id, parentUrl: parent.slug, parentName: parent.name }),
    deletedAt: deletedAt.toISOString(),
    scheduledCleanupAt: cleanupAt.toISOString(),
    deletedBy: workspace,
    deletedByName,
  }
}

export function toRestoredBody({ type, id, slug, takenSlug }: RestoredItem): z.input<typeof RestoredBody> {
  const message = `"${takenSlug}" was taken meanwhile, so the ${type} is "${slug}" now`
  return {
    restored: true as const,
    type,
    id,
    ...(slug !== undefined && { url: slug }),
    ...(takenSlug !== undefined && { takenUrl: takenSlug, message }),
  }
}
