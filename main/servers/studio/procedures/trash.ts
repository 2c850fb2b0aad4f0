import { implement } from '@orpc/server'
import { type Restored, type TrashItem, type TrashRef, trashContract } from '#common/contract/workspace/trash'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(trashContract)

export function trashProcedures(services: StudioServices) {
  const { workspace, projects, versions, trash } = services
  const find = async (slug: string) => answer(await projects.find(workspace, slug))
  const findRow = async (slug: string) => answer(await projects.findRow(workspace, slug))
  return os.router({
    list: os.list.handler(() => readItems(services)),
    moveProject: os.moveProject.handler(async ({ input }) => {
      const project = await findRow(input.project)
      answer(await trash.moveProject(project))
      return { projectId: project.id }
    }),
    moveEmptyProject: os.moveEmptyProject.handler(async ({ input }) => {
      const project = await find(input.project)
      return (await trash.moveEmptyProject(project)) ? { projectId: project.id } : null
    }),
    moveVersion: os.moveVersion.handler(async ({ input }) => {
      const project = await findRow(input.project)
      answer(await trash.moveVersion(project, answer(await versions.findRow(project, input.version))))
      return { projectId: project.id }
    }),
    restore: os.restore.handler(({ input }) => restore(services, input)),
  })
}

async function readItems({ workspace, trash }: StudioServices): Promise<TrashItem[]> {
  const { projects, versions, images } = await trash.contents(workspace)
  const items: TrashItem[] = [
    ...projects.map((project) => ({ ...project, kind: 'project' as const, ...toTold(project) })),
    ...versions.map((version) => ({ ...version, kind: 'version' as const, ...toTold(version) })),
    ...images.map((group) => ({ ...group, kind: 'images' as const, ...toTold(group) })),
  ]
  return items.toSorted((a, b) => Date.parse(b.deletedAt) - Date.parse(a.deletedAt))

  function toTold({ trashedAt, covers }: Pick<(typeof projects)[number], 'trashedAt' | 'covers'>) {
    const cleanupAt = trash.cleanupAt(trashedAt).toISOString()
    return { deletedAt: trashedAt.toISOString(), cleanupAt, covers: [...covers] }
  }
}

async function restore({ workspace, trash }: StudioServices, item: TrashRef): Promise<Restored> {
  switch (item.kind) {
    case 'project': {
      const { slug, takenSlug } = answer(await trash.restoreProject(workspace, item.id))
      return { project: slug, takenSlug: takenSlug ?? null, images: null, replaced: null }
    }
    case 'version': {
      const { slug } = answer(await trash.restoreVersion(workspace, item.projectId, item.number))
      return { project: slug, takenSlug: null, images: null, replaced: null }
    }
    case 'images': {
      const { project, images, replaced } = answer(
        await trash.restoreImages(workspace, item.projectId, new Date(item.deletedAt)),
      )
      return { project: project.slug, takenSlug: null, images, replaced }
    }
  }
}
