import { implement } from '@orpc/server'
import { sessionContract } from '#common/contract/session'
import type { StudioServices } from '../services.ts'

const os = implement(sessionContract)

export function sessionProcedures({ session, acceptStores, storeFiles, chooseSecrets, notes }: StudioServices) {
  return os.router({
    read: os.read.handler(() => session()),
    acceptStores: os.acceptStores.handler(({ input }) => acceptStores(input.stores)),
    storeFiles: os.storeFiles.handler(() => storeFiles()),
    chooseSecrets: os.chooseSecrets.handler(({ input }) => chooseSecrets(input.place)),
    watch: os.watch.handler(({ signal }) => notes.subscribe(signal ?? new AbortController().signal)),
  })
}
