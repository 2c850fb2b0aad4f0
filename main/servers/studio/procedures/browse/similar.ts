import { implement } from '@orpc/server'
import { similarContract } from '#common/contract/browse/similar'
import { readSearch } from '#common/search/parse'
import { answer } from '../../answer.ts'
import type { StudioServices } from '../../services.ts'

const os = implement(similarContract)
const NEVER = new AbortController().signal

export function similarProcedures({ workspace, projects, similar }: StudioServices) {
  return os.router({
    groups: os.groups.handler(async ({ input: { project, filter, alike }, signal = NEVER }) => {
      answer(readSearch(filter.search ?? ''))
      return similar.groups(answer(await projects.find(workspace, project)), filter, { alike, signal })
    }),
  })
}
