import type { Notes } from '../../ports.ts'
import type { ConnectionKeys, ConnectionStore, KeptConnections, Profile } from './ports.ts'

export type ConnectionBook = Awaited<ReturnType<typeof openBook>>

interface Dependencies {
  readonly store: ConnectionStore
  readonly keys: ConnectionKeys
  readonly notes: Notes
}

/** The connections that are kept, each with its key beside it. What was removed before is forgotten now. */
export async function openBook({ store, keys, notes }: Dependencies) {
  let kept = await forgetRemoved(await store.read(), { store, keys })
  // Two windows may change at once; each change stands on the one before.
  let turn: Promise<unknown> = Promise.resolve()

  async function keep(next: KeptConnections): Promise<void> {
    await store.write(next)
    kept = next
    notes.publish({ kind: 'connections' })
  }

  return {
    used: () => kept.used,
    /** Connections that were not removed. */
    profiles: () => kept.profiles.filter(({ isRemoved }) => !isRemoved),
    find: (id: string) => kept.profiles.find((profile) => profile.id === id && !profile.isRemoved),
    findRemoved: (id: string) => kept.profiles.find((profile) => profile.id === id),
    /** The key is kept with the address that it is for, so that it is never sent to another machine. */
    async keyFor({ id, management }: Pick<Profile, 'id' | 'management'>): Promise<string | undefined> {
      const [address, key] = (await keys.read(id))?.split(' ') ?? []
      return address === management ? key : undefined
    },
    writeKey: ({ id, management }: Pick<Profile, 'id' | 'management'>, key: string) =>
      keys.write(id, `${management} ${key}`),
    /** Adds the profile, or puts it in the place of the one with its identifier. */
    async put(profile: Profile): Promise<void> {
      const isKnown = kept.profiles.some(({ id }) => id === profile.id)
      const profiles = isKnown
        ? kept.profiles.map((each) => (each.id === profile.id ? profile : each))
        : [...kept.profiles, profile]
      await keep({ ...kept, profiles })
    },
    use: (used: string | null) => keep({ ...kept, used }),
    inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
      const done = turn.then(act)
      turn = done.catch(() => undefined)
      return done
    },
  }
}

/** Keys go with what they are for. */
async function forgetRemoved(
  kept: KeptConnections,
  { store, keys }: Pick<Dependencies, 'store' | 'keys'>,
): Promise<KeptConnections> {
  const removed = kept.profiles.filter(({ isRemoved }) => isRemoved)
  if (removed.length === 0) return kept
  await Promise.all(removed.map(({ id }) => keys.remove(id)))
  const left = { ...kept, profiles: kept.profiles.filter(({ isRemoved }) => !isRemoved) }
  await store.write(left)
  return left
}
