import { implement } from '@orpc/server'
import { trashContract } from '#common/contract/workspace/trash'
import type { StudioElsewhere } from '#core/elsewhere/service'
import { answer } from '../answer.ts'

const os = implement(trashContract)

export function trashThere({ trash }: StudioElsewhere) {
  return {
    list: os.list.handler(async () => answer(await trash.list())),
    moveProject: os.moveProject.handler(async ({ input }) => answer(await trash.moveProject(input.project))),
    moveVersion: os.moveVersion.handler(async ({ input }) =>
      answer(await trash.moveVersion(input.project, input.version)),
    ),
    restore: os.restore.handler(async ({ input }) => answer(await trash.restore(input))),
  }
}
