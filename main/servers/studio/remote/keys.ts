import { implement } from '@orpc/server'
import { keysContract } from '#common/contract/workspace/keys'
import type { RemoteStudio } from '#core/remote/service'
import { answer } from '../answer.ts'

const os = implement(keysContract)

/** Without revoking: what the API revokes it cannot bring back. */
export function remoteKeysRouter({ keys }: RemoteStudio) {
  return {
    list: os.list.handler(async () => answer(await keys.list())),
    folders: os.folders.handler(async () => answer(await keys.folders())),
    create: os.create.handler(async ({ input }) => answer(await keys.create(input))),
    setDisabled: os.setDisabled.handler(async ({ input }) =>
      answer(await keys.setDisabled(input.id, input.isDisabled)),
    ),
  }
}
