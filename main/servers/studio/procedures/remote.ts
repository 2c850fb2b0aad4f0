import { implement } from '@orpc/server'
import { remoteContract } from '#common/contract/remote'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(remoteContract)

export function remoteProcedures({ workspace, projects, sends }: StudioServices) {
  return os.router({
    send: os.send.handler(async ({ input }) => ({
      taskId: answer(await sends.start(answer(await projects.find(workspace, input.project)))),
    })),
  })
}
