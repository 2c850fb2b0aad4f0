import { z } from 'zod'
import type { ZipUploadOperations } from '#core/management/zip-uploads'
import { TaskAnswer } from './answers.ts'
import type { CallWorkspace } from './calls.ts'
import type { RemoteHttp } from './http.ts'

const Started = z
  .object({ signedUrl: z.string().min(1), taskId: z.string().min(1) })
  .transform(({ signedUrl, taskId }) => ({ taskId, upload: signedUrl }))

export function remoteZipUploads(call: CallWorkspace, { put }: Pick<RemoteHttp, 'put'>): ZipUploadOperations {
  return {
    start: (project, wanted) => call(Started, { method: 'POST', parts: [project, 'upload', 'zip'], json: wanted }),
    send: (upload, archive) => put(upload, { type: 'application/zip', body: archive }),
    task: (task) => call(TaskAnswer, { method: 'GET', parts: ['upload', 'zip', task] }),
  }
}
