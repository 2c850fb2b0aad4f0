import { wholeText } from '#common/long-text'
import { ok } from '#common/result'
import type { ProposalOperations } from '#core/management/proposals'
import { Annotated } from './answers.ts'
import { pathOf } from './calls.ts'
import type { RemoteHttp } from './http.ts'

export function remoteProposals({ ask }: RemoteHttp): ProposalOperations {
  return {
    async offer(project, image, { name, text, labelmap, source, overwrite }) {
      const query = new URLSearchParams({ name, prediction: 'true', source, ...(overwrite && { overwrite: 'true' }) })
      const path = `${pathOf('dataset', project, 'annotate', image)}?${query.toString()}`
      const answer = await ask(Annotated, {
        method: 'POST',
        path,
        json: { annotationFile: wholeText(text), labelmap: Object.fromEntries(labelmap) },
      })
      return answer.ok ? ok(undefined) : answer
    },
  }
}
