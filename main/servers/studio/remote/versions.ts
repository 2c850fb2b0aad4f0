import { implement } from '@orpc/server'
import { versionsContract } from '#common/contract/versions'
import type { RemoteStudio } from '#core/remote/service'
import { answer } from '../answer.ts'

const os = implement(versionsContract)

export function remoteVersionsRouter({ versions }: RemoteStudio) {
  return {
    list: os.list.handler(async ({ input }) => answer(await versions.list(input.project))),
    read: os.read.handler(async ({ input }) => answer(await versions.read(input.project, input.version))),
    next: os.next.handler(() => ({ number: null })),
    plan: os.plan.handler(async ({ input }) => answer(await versions.plan(input.project, input.settings))),
    preview: os.preview.handler(async ({ input }) => answer(await versions.preview(input.project, input))),
    start: os.start.handler(async ({ input }) => answer(await versions.start(input.project, input))),
  }
}
