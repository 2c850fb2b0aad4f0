import { implement } from '@orpc/server'
import { triageContract } from '#common/contract/browse/triage'
import { answer } from '../../answer.ts'
import type { StudioServices } from '../../services.ts'

const os = implement(triageContract)

export function triageProcedures({ workspace, projects, triage }: StudioServices) {
  return os.router({
    refresh: os.refresh.handler(async ({ input }) => ({
      taskId: (await triage.refresh(answer(await projects.find(workspace, input.project)))) ?? null,
    })),
  })
}
