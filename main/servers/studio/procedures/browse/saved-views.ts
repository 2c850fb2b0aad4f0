import { implement } from '@orpc/server'
import { savedViewsContract } from '#common/contract/browse/saved-views'
import { answer } from '../../answer.ts'
import type { StudioServices } from '../../services.ts'

const os = implement(savedViewsContract)

export function savedViewProcedures({ workspace, projects, savedViews }: StudioServices) {
  const find = async (slug: string) => answer(await projects.find(workspace, slug))
  return os.router({
    list: os.list.handler(async ({ input }) => savedViews.list(await find(input.project))),
    save: os.save.handler(async ({ input: { project, name, shows } }) =>
      answer(await savedViews.save(await find(project), name, shows)),
    ),
    rename: os.rename.handler(async ({ input: { project, view, name } }) =>
      answer(await savedViews.rename(await find(project), view, name)),
    ),
    remove: os.remove.handler(async ({ input: { project, view } }) =>
      answer(await savedViews.remove(await find(project), view)),
    ),
  })
}
