import { z } from 'zod'

/** Where a browser asks who is signed in, and signs out. */
export const SESSIONS_URL = '/sessions'
export const OWN_SESSION_URL = '/sessions/own'
export const OTHER_SESSIONS_URL = '/sessions/others'

export const BrowserSession = z.object({
  id: z.string(),
  begunAt: z.iso.datetime(),
  /** What the browser calls itself. */
  agent: z.string(),
  isOwn: z.boolean(),
})
export type BrowserSession = z.infer<typeof BrowserSession>

export const BrowserSessions = z.object({ sessions: z.array(BrowserSession) })
