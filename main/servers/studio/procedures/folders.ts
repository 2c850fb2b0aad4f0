import { implement } from '@orpc/server'
import { type FolderView, foldersContract } from '#common/contract/workspace/folders'
import type { Folder } from '#core/access/folders/ports'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(foldersContract)

export function folderProcedures({ workspace, projects, folders }: StudioServices) {
  return os.router({
    list: os.list.handler(async () => (await folders.list(workspace)).map(toView)),
    create: os.create.handler(async ({ input: { name, parentId } }) => {
      const wanted = { name, parentId: parentId ?? undefined, externalId: undefined, projects: [] }
      return toView(answer(await folders.create(workspace, wanted)))
    }),
    rename: os.rename.handler(async ({ input: { folder, name } }) =>
      toView(answer(await folders.change(workspace, folder, { name }))),
    ),
    move: os.move.handler(async ({ input: { folder, parentId } }) =>
      toView(answer(await folders.change(workspace, folder, { parentId }))),
    ),
    remove: os.remove.handler(async ({ input }) => {
      const { folder, children, projects: lay } = answer(await folders.remove(workspace, input.folder))
      const { id, name, parentId = null, externalId = null } = folder
      return { folder: { id, name, parentId, externalId }, children: [...children], projects: [...lay] }
    }),
    restore: os.restore.handler(async ({ input: { removed } }) => {
      const { parentId, externalId, ...rest } = removed.folder
      const folder = { ...rest, parentId: parentId ?? undefined, externalId: externalId ?? undefined }
      return toView(answer(await folders.restore(workspace, { ...removed, folder })))
    }),
    place: os.place.handler(async ({ input }) => {
      const project = answer(await projects.find(workspace, input.project))
      const before = (await folders.list(workspace)).find((each) =>
        each.projects.some(({ slug }) => slug === project.slug),
      )
      if (input.folder !== null) answer(await folders.addProjects(workspace, input.folder, [project.id]))
      else if (before !== undefined) answer(await folders.removeProjects(workspace, before.id, [project.id]))
      return { before: before?.id ?? null }
    }),
  })
}

function toView({ id, name, parentId, projects }: Folder): FolderView {
  return { id, name, parentId: parentId ?? null, projects: projects.map(({ slug }) => slug) }
}
