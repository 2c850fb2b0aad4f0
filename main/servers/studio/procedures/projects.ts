import { implement } from '@orpc/server'
import { projectsContract } from '#common/contract/projects'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(projectsContract)

export function projectProcedures({ workspace, projects }: StudioServices) {
  const find = async (slug: string) => answer(await projects.find(workspace, slug))
  return os.router({
    list: os.list.handler(() => projects.summaries(workspace)),
    damaged: os.damaged.handler(async () =>
      (await projects.damaged(workspace)).map(({ slug, name }) => ({ slug, name })),
    ),
    read: os.read.handler(async ({ input }) => projects.summary(await find(input.project))),
    create: os.create.handler(async ({ input }) => projects.summary(answer(await projects.create(workspace, input)))),
    setPublic: os.setPublic.handler(async ({ input }) =>
      projects.summary(await projects.setPublic(await find(input.project), input.isPublic)),
    ),
    classes: {
      list: os.classes.list.handler(async ({ input }) => projects.classes(await find(input.project))),
      create: os.classes.create.handler(async ({ input }) =>
        answer(await projects.createClass(await find(input.project), input.name)),
      ),
      rename: os.classes.rename.handler(async ({ input }) =>
        answer(await projects.renameClass(await find(input.project), input.classId, input.name)),
      ),
      setSkeleton: os.classes.setSkeleton.handler(async ({ input }) =>
        answer(await projects.setSkeleton(await find(input.project), input.classId, input.skeleton)),
      ),
      remove: os.classes.remove.handler(async ({ input }) => {
        answer(await projects.removeClass(await find(input.project), input.classId))
        return {}
      }),
    },
  })
}
