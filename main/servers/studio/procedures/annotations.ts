import { implement } from '@orpc/server'
import { annotationsContract } from '#common/contract/annotations'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(annotationsContract)

export function annotationProcedures({
  workspace,
  projects,
  annotations,
}: Pick<StudioServices, 'workspace' | 'projects' | 'annotations'>) {
  const find = async (slug: string) => answer(await projects.find(workspace, slug))
  return os.router({
    open: os.open.handler(async ({ input }) => answer(await annotations.open(await find(input.project), input.image))),
    commit: os.commit.handler(async ({ input }) =>
      answer(await annotations.commit(await find(input.project), input, input.edit)),
    ),
    undo: os.undo.handler(async ({ input }) => answer(await annotations.undo(await find(input.project), input))),
    redo: os.redo.handler(async ({ input }) => answer(await annotations.redo(await find(input.project), input))),
    setState: os.setState.handler(async ({ input }) =>
      answer(await annotations.setState(await find(input.project), input, input)),
    ),
    keepSketch: os.keepSketch.handler(async ({ input: { project, image, sketch } }) => {
      answer(await annotations.keepSketch(await find(project), image, sketch))
      return {}
    }),
    history: os.history.handler(async ({ input }) =>
      answer(await annotations.history(await find(input.project), input.image, input)),
    ),
    past: os.past.handler(async ({ input }) => {
      const shapes = answer(await annotations.past(await find(input.project), input.image, input.operation))
      return { shapes: [...shapes] }
    }),
  })
}
