import { implement } from '@orpc/server'
import { trashContract } from '#common/contract/workspace/trash'
import type { RemoteStudio } from '#core/remote/service'
import { answer } from '../answer.ts'

const os = implement(trashContract)

export function remoteTrashRouter({ trash }: RemoteStudio) {
  return {
    list: os.list.handler(async () => answer(await trash.list())),
    moveProject: os.moveProject.handler(async ({ input }) => answer(await trash.moveProject(input.project))),
    moveVersion: os.moveVersion.handler(async ({ input }) =>
      answer(await trash.moveVersion(input.project, input.version)),
    ),
    restore: os.restore.handler(async ({ input }) => answer(await trash.restore(input))),
  }
}
