import { implement } from '@orpc/server'
import { catalogContract } from '#common/contract/workspace/catalog'
import type { RemoteStudio } from '#core/remote/service'
import { answer } from '../answer.ts'

const os = implement(catalogContract)

/** The API has no words for catalog folders: nothing is published to them. */
export function remoteCatalogRouter({ catalog }: RemoteStudio) {
  return {
    search: os.search.handler(async ({ input }) => answer(await catalog.search(input))),
    copy: os.copy.handler(async ({ input }) => ({ taskId: answer(await catalog.copy(input)) })),
  }
}
