import { implement } from '@orpc/server'
import { remoteContract } from '#common/contract/remote'
import { refuse } from '#common/errors'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(remoteContract)

export function remoteProcedures({ workspace, projects, sends, remote }: StudioServices) {
  return os.router({
    send: os.send.handler(async ({ input }) => {
      const machine = remote()
      if (machine !== undefined) answer(refuse('sending-needs-this-machine', { host: machine.host }))
      return { taskId: answer(await sends.start(answer(await projects.find(workspace, input.project)))) }
    }),
  })
}
