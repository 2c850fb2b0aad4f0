import { implement } from '@orpc/server'
import { healthContract } from '#common/contract/health'
import type { RemoteStudio } from '#core/remote/service'
import { answer } from '../answer.ts'

const os = implement(healthContract)

export function remoteHealthRouter({ health }: RemoteStudio) {
  return {
    read: os.read.handler(async ({ input: { project, regenerate = false } }) =>
      answer(await health.read(project, { regenerate })),
    ),
    files: os.files.handler(() => null),
    heat: os.heat.handler(async ({ input }) => answer(await health.heat(input.project, input.classId))),
  }
}
