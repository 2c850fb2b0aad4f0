import { implement } from '@orpc/server'
import { type KeyView, keysContract } from '#common/contract/keys'
import type { ApiKey } from '#core/keys/ports'
import { rightsOf } from '#core/keys/rights'
import { OWNER } from '#core/keys/service'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(keysContract)

export function keyProcedures({ workspace, keys }: StudioServices) {
  return os.router({
    list: os.list.handler(async () => ({
      keys: (await keys.list(workspace)).map(toView),
      publishable: await keys.publishable(workspace),
    })),
    create: os.create.handler(async ({ input: { name, rights } }) => {
      const scopes = rights === 'everything' ? null : [`role:${rights}`]
      const { key, secret } = answer(await keys.create(workspace, { name, scopes }, OWNER))
      return { key: toView(key), secret }
    }),
    setDisabled: os.setDisabled.handler(async ({ input: { id, isDisabled } }) =>
      toView(answer(await keys.change({ workspace, id }, { isDisabled }, OWNER))),
    ),
    revoke: os.revoke.handler(async ({ input }) => toView(answer(await keys.revoke(workspace, input.id)))),
    restore: os.restore.handler(async ({ input }) => toView(answer(await keys.restore(workspace, input.id)))),
  })
}

function toView({ id, name, prefix, ending, scopes, createdAt, ...key }: ApiKey): KeyView {
  const { isDefault, isProtected, isDisabled } = key
  const told = { id, name, prefix, ending, isDefault, isProtected, isDisabled }
  return { ...told, rights: rightsOf(scopes), createdAt: createdAt.toISOString() }
}
