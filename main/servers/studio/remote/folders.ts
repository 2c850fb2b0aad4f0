import { implement } from '@orpc/server'
import { foldersContract } from '#common/contract/workspace/folders'
import type { RemoteStudio } from '#core/remote/service'
import { answer } from '../answer.ts'

const os = implement(foldersContract)

export function remoteFoldersRouter({ folders }: RemoteStudio) {
  return {
    list: os.list.handler(async () => answer(await folders.list())),
    create: os.create.handler(async ({ input }) => answer(await folders.create(input))),
    rename: os.rename.handler(async ({ input }) => answer(await folders.rename(input.folder, input.name))),
    move: os.move.handler(async ({ input }) => answer(await folders.move(input.folder, input.parentId))),
    remove: os.remove.handler(async ({ input }) => answer(await folders.remove(input.folder))),
    restore: os.restore.handler(async ({ input }) => answer(await folders.restore(input.removed))),
    place: os.place.handler(async ({ input }) => answer(await folders.place(input.project, input.folder))),
  }
}
