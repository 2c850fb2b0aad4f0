import { refuse } from '#common/errors'
import { ok } from '#common/result'
import type { StudioServices } from '#servers/studio/services'
import type { RunningServers } from './program.ts'

/** Asks the program's own inference server as any other program would, for the answer word by word. */
export function inferenceAsker(running: Pick<RunningServers, 'inference'>): StudioServices['askInference'] {
  return async ({ path, json }, image) => {
    // Looked for now: servers are started one after the other.
    const { inference } = running
    if (inference === undefined) {
      return refuse('inference-server-off')
    }
    const value = Buffer.from(image).toString('base64')
    const body = json ? JSON.stringify({ [json.image]: { type: 'base64', value }, ...json.others }) : value
    const headers = { 'content-type': json ? 'application/json' : 'text/plain' }
    try {
      const response = await fetch(`${inference.url}${path}`, { method: 'POST', headers, body })
      const type = response.headers.get('content-type') ?? 'text/plain'
      return ok({ status: response.status, type, text: await response.text() })
    } catch (failure) {
      const why = failure instanceof Error ? failure.message : String(failure)
      return refuse('inference-server-silent', { url: inference.url, why })
    }
  }
}
