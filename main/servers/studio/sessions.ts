import { createHash } from 'node:crypto'
import type { KeptSession, SessionStore } from '#core/access/sessions/ports'
import type { Clock, Random } from '#core/ports'

/** Half a year. */
export const SESSION_SECONDS = 180 * 24 * 3600
/** The oldest ends when one more begins. */
const MOST_SESSIONS = 100
const AGENT_LENGTH = 200

export type StudioSessions = Awaited<ReturnType<typeof openSessions>>

interface Dependencies {
  readonly store: SessionStore
  readonly clock: Clock
  readonly random: Random
}

/** Who is let into the studio by a cookie: each browser by a secret of its own, which can be taken back. */
export async function openSessions({ store, clock, random }: Dependencies) {
  let sessions = (await store.read()).filter(isLive)
  const listeners = new Set<() => void>()
  // Each change stands on the one before.
  let turn: Promise<unknown> = Promise.resolve()

  function isLive({ begunAt }: KeptSession): boolean {
    return Date.parse(begunAt) + SESSION_SECONDS * 1000 > clock.now().getTime()
  }

  function change(next: (before: readonly KeptSession[]) => readonly KeptSession[]): Promise<void> {
    const done = turn.then(async () => {
      const after = [...next(sessions.filter(isLive))]
      await store.write(after)
      sessions = after
      for (const tell of listeners) tell()
    })
    turn = done.catch(() => undefined)
    return done
  }

  return {
    /** Begins one, and answers its secret. */
    async begin(agent: string): Promise<string> {
      const [id, secret] = [random.id(), random.hex(32)]
      const session = {
        id,
        digest: digestOf(secret),
        begunAt: clock.now().toISOString(),
        agent: agent.slice(0, AGENT_LENGTH),
      }
      await change((before) => [...before, session].slice(-MOST_SESSIONS))
      return secret
    },
    /** The session behind a secret. Digests are compared, so time tells nothing of the secret. */
    find(secret: string): KeptSession | undefined {
      const digest = digestOf(secret)
      return sessions.find((session) => session.digest === digest && isLive(session))
    },
    isOpen: (id: string) => sessions.some((session) => session.id === id && isLive(session)),
    list: (): readonly KeptSession[] => sessions.filter(isLive),
    end: (id: string) => change((before) => before.filter((session) => session.id !== id)),
    /** Ends all but one. */
    endOthers: (id: string) => change((before) => before.filter((session) => session.id === id)),
    /** Calls back after every change. */
    onChange: (tell: () => void) => void listeners.add(tell),
  }
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
