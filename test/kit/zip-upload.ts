import { z } from 'zod'
import { TaskId } from '#common/ids'
import type { StationProcess } from './station-process.ts'

const Opened = z.object({ signedUrl: z.string(), taskId: TaskId })

/** Requests the address of an upload over the management API; its task waits for the archive. */
export async function openUpload({ urls }: StationProcess, project: string) {
  const headers = { authorization: `Bearer ${urls.apiKey}`, 'content-type': 'application/json' }
  const url = `${urls.management}/${urls.workspace}/${project}/upload/zip`
  const response = await fetch(url, { method: 'POST', headers, body: '{}' })
  return Opened.parse(await response.json())
}
