import { implement } from '@orpc/server'
import { annotationsContract } from '#common/contract/annotations'
import type { RemoteStudio } from '#core/remote/service'
import { answer } from '../answer.ts'

const os = implement(annotationsContract)

export function remoteAnnotationsRouter({ annotations }: RemoteStudio) {
  return {
    open: os.open.handler(async ({ input }) => answer(await annotations.open(input.project, input.image))),
    commit: os.commit.handler(async ({ input }) => answer(await annotations.commit(input, input.edit))),
    undo: os.undo.handler(async ({ input }) => answer(await annotations.undo(input))),
    redo: os.redo.handler(async ({ input }) => answer(await annotations.redo(input))),
    setState: os.setState.handler(async ({ input }) => answer(await annotations.setState(input, input))),
  }
}
