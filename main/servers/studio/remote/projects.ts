import { implement } from '@orpc/server'
import { projectsContract } from '#common/contract/projects'
import type { RemoteStudio } from '#core/remote/service'
import { answer } from '../answer.ts'

const os = implement(projectsContract)

export function remoteProjectsRouter({ projects }: RemoteStudio) {
  return {
    list: os.list.handler(async () => answer(await projects.summaries())),
    damaged: os.damaged.handler(async () => answer(await projects.damaged())),
    read: os.read.handler(async ({ input }) => answer(await projects.summary(input.project))),
    create: os.create.handler(async ({ input }) => answer(await projects.create(input))),
    setPublic: os.setPublic.handler(async ({ input }) =>
      answer(await projects.setPublic(input.project, input.isPublic)),
    ),
    classes: {
      list: os.classes.list.handler(async ({ input }) => answer(await projects.classes(input.project))),
      create: os.classes.create.handler(async ({ input }) =>
        answer(await projects.createClass(input.project, input.name)),
      ),
    },
  }
}
