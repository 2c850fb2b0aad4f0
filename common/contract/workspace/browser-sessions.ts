import { z } from 'zod'

/** Where a browser asks who is signed in, and signs out; and where a window with the token begins a session. */
export const SESSIONS_URL = '/sessions'
export const OWN_SESSION_URL = '/sessions/own'
export const OTHER_SESSIONS_URL = '/sessions/others'

export const BrowserSession = z.object({
  id: z.string(),
  begunAt: z.iso.datetime(),
  /** Name that the browser gives itself. */
  agent: z.string(),
  isOwn: z.boolean(),
})
export type BrowserSession = z.infer<typeof BrowserSession>

/** The secret of a new session, which is told once. */
export const BegunSession = z.object({ secret: z.string().regex(/^[0-9a-f]{64}$/) })

export const BrowserSessions = z.object({ sessions: z.array(BrowserSession) })
