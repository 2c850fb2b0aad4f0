import { implement } from '@orpc/server'
import { classesContract } from '#common/contract/classes/classes'
import { answer } from '../../answer.ts'
import type { StudioServices } from '../../services.ts'

const os = implement(classesContract)

export function classProcedures({ workspace, projects, classes }: StudioServices) {
  const find = async (slug: string) => answer(await projects.find(workspace, slug))
  return os.router({
    update: os.update.handler(async ({ input: { project, classId, ...change } }) =>
      answer(await classes.update(await find(project), classId, change)),
    ),
    reorder: os.reorder.handler(async ({ input }) => classes.reorder(await find(input.project), input.order)),
    previewMerge: os.previewMerge.handler(async ({ input: { project, from, into } }) =>
      answer(await classes.previewMerge(await find(project), { from, into })),
    ),
    merge: os.merge.handler(async ({ input: { project, from, into, by = '' } }) =>
      answer(await classes.merge(await find(project), { from, into }, by)),
    ),
  })
}
