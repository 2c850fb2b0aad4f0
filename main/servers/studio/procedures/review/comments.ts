import { implement } from '@orpc/server'
import { commentsContract } from '#common/contract/review/comments'
import { answer } from '../../answer.ts'
import type { StudioServices } from '../../services.ts'

const os = implement(commentsContract)

export function commentProcedures({ workspace, projects, comments }: StudioServices) {
  const find = async (slug: string) => answer(await projects.find(workspace, slug))
  return os.router({
    list: os.list.handler(async ({ input }) => answer(await comments.list(await find(input.project), input.image))),
    add: os.add.handler(async ({ input }) => answer(await comments.add(await find(input.project), input.image, input))),
    reply: os.reply.handler(async ({ input }) => answer(await comments.reply(await find(input.project), input, input))),
    edit: os.edit.handler(async ({ input }) => answer(await comments.edit(await find(input.project), input, input))),
    undoEdit: os.undoEdit.handler(async ({ input }) =>
      answer(
        await comments.undoEdit(await find(input.project), input, { by: input.by, edited: new Date(input.edited) }),
      ),
    ),
    resolve: os.resolve.handler(async ({ input }) =>
      answer(await comments.resolve(await find(input.project), input, input.isResolved ? input.by : null)),
    ),
    remove: os.remove.handler(async ({ input }) => answer(await comments.remove(await find(input.project), input))),
    restore: os.restore.handler(async ({ input }) => answer(await comments.restore(await find(input.project), input))),
  })
}
