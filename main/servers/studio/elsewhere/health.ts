import { implement } from '@orpc/server'
import { healthContract } from '#common/contract/health'
import type { StudioElsewhere } from '#core/elsewhere/service'
import { answer } from '../answer.ts'

const os = implement(healthContract)

export function healthThere({ health }: StudioElsewhere) {
  return {
    read: os.read.handler(async ({ input: { project, regenerate = false } }) =>
      answer(await health.read(project, { regenerate })),
    ),
    files: os.files.handler(() => null),
    heat: os.heat.handler(async ({ input }) => answer(await health.heat(input.project, input.classId))),
  }
}
