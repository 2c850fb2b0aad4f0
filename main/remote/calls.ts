import type { z } from 'zod'
import type { Outcome } from '#core/management/outcome'
import type { RemoteHttp, RemoteRequest } from './http.ts'

export interface RemoteCall extends Pick<RemoteRequest, 'method' | 'json' | 'takesLong'> {
  /** Parts of the path behind the workspace; each is escaped. */
  readonly parts: readonly (string | number)[]
  readonly query?: Readonly<Record<string, string>> | URLSearchParams
}

/** Asks below the workspace that the key opens; its slug is asked for once. */
export type CallWorkspace = <Body>(schema: z.ZodType<Body>, call: RemoteCall) => Outcome<Body>

export function workspaceCalls({ ask }: RemoteHttp, identify: () => Outcome<string>): CallWorkspace {
  return async (schema, { parts, query, ...request }) => {
    const workspace = await identify()
    if (!workspace.ok) return workspace
    const path = `${pathOf(workspace.value, ...parts)}${query ? `?${new URLSearchParams(query).toString()}` : ''}`
    return ask(schema, { ...request, path })
  }
}

export function pathOf(...parts: readonly (string | number)[]): string {
  return `/${parts.map((part) => encodeURIComponent(part)).join('/')}`
}
