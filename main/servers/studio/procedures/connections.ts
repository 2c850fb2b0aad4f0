import { implement } from '@orpc/server'
import { connectionsContract } from '#common/contract/workspace/connections'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(connectionsContract)

export function connectionProcedures({ connections, session }: StudioServices) {
  return os.router({
    list: os.list.handler(async () => ({ connections: await connections.list(), secrets: (await session()).secrets })),
    add: os.add.handler(async ({ input }) => answer(await connections.add(input))),
    change: os.change.handler(async ({ input: { id, ...wish } }) => answer(await connections.change(id, wish))),
    test: os.test.handler(async ({ input }) => answer(await connections.test(input))),
    use: os.use.handler(async ({ input }) => {
      answer(await connections.use(input.id))
      return {}
    }),
    remove: os.remove.handler(async ({ input }) => {
      answer(await connections.remove(input.id))
      return {}
    }),
    restore: os.restore.handler(async ({ input }) => answer(await connections.restore(input.id))),
  })
}
