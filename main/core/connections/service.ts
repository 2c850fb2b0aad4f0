import type { Connection, ConnectionServer, ConnectionTest, ConnectionWish } from '#common/contract/connections'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { Notes, Random } from '../ports.ts'
import type { ConnectionKeys, ConnectionProbe, ConnectionStore, KeptConnections, Profile } from './ports.ts'

export type ConnectionService = Awaited<ReturnType<typeof connectionService>>

/** A machine with what opens it. */
export interface Opened {
  readonly id: string
  readonly name: string
  readonly management: string
  readonly source: string | null
  readonly key: string
}

interface Dependencies {
  readonly store: ConnectionStore
  readonly keys: ConnectionKeys
  readonly probe: ConnectionProbe
  readonly random: Random
  readonly notes: Notes
  /** The machine that the program was started with; it is not kept. */
  readonly flag: { readonly url: string; readonly host: string; readonly key: string } | undefined
  /** Told what the studio works on from now on; undefined is this machine. Asked once at the start. */
  readonly onUse: (opened: Opened | undefined) => void
}

export const HERE = 'here'
const FLAG = 'flag'
/** More than anybody has machines; the settings file stays small. */
const MOST = 50

/** The machines that the studio can work on, and which of them it works on. What is removed is forgotten at the next start. */
export async function connectionService({ store, keys, probe, random, notes, flag, onUse }: Dependencies) {
  let kept = await forgetRemoved(await store.read(), { store, keys })
  // Two windows may change at once; each change stands on the one before.
  let turn: Promise<unknown> = Promise.resolve()
  onUse(await opened(kept.used))

  function inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    const done = turn.then(act)
    turn = done.catch(() => undefined)
    return done
  }

  async function keep(next: KeptConnections): Promise<void> {
    await store.write(next)
    kept = next
    notes.publish({ kind: 'connections' })
  }

  function find(id: string): Profile | undefined {
    return kept.profiles.find((profile) => profile.id === id && !profile.isRemoved)
  }

  async function opened(id: string | null): Promise<Opened | undefined> {
    if (id === FLAG && flag !== undefined) {
      return { id, name: flag.host, management: flag.url, source: null, key: flag.key }
    }
    const profile = id === null ? undefined : find(id)
    // Without its key it is opened all the same: it says that it takes none, and the page asks for one.
    return profile && { ...profile, key: (await keyFor(profile)) ?? '' }
  }

  /** The key is kept with the address that it is for, so that it is never sent to another machine. */
  async function keyFor({ id, management }: Pick<Profile, 'id' | 'management'>): Promise<string | undefined> {
    const [address, key] = (await keys.read(id))?.split(' ') ?? []
    return address === management ? key : undefined
  }

  async function toConnection(profile: Profile): Promise<Connection> {
    const { isRemoved: _, ...told } = profile
    const hasKey = (await keyFor(profile)) !== undefined
    return { ...told, kind: 'profile', hasKey, isUsed: kept.used === profile.id }
  }

  async function list(): Promise<Connection[]> {
    const fromFlag = flag === undefined ? [] : [flagConnection(flag, kept.used === FLAG)]
    const isElsewhere = kept.used === FLAG ? flag !== undefined : kept.used !== null && find(kept.used) !== undefined
    const profiles = kept.profiles.filter(({ isRemoved }) => !isRemoved)
    return [hereConnection(!isElsewhere), ...fromFlag, ...(await Promise.all(profiles.map(toConnection)))]
  }

  async function add({
    key,
    ...wish
  }: ConnectionWish & { readonly key: string }): Promise<Result<Connection, Refusal>> {
    if (kept.profiles.length >= MOST)
      return refuse('connection-invalid', `${MOST} connections are kept; remove one first`)
    const free = checkName(wish.name)
    if (!free.ok) return free
    const profile: Profile = { ...wish, id: random.id(), workspace: null, isRemoved: false }
    // The key first: a connection without one opens nothing.
    await keys.write(profile.id, `${profile.management} ${key}`)
    await keep({ ...kept, profiles: [...kept.profiles, profile] })
    return ok(await toConnection(profile))
  }

  function checkName(name: string, except?: string): Result<undefined, Refusal> {
    const taken = kept.profiles.some((each) => !each.isRemoved && each.id !== except && each.name === name)
    return taken ? refuse('connection-invalid', `There is a connection "${name}" already`) : ok(undefined)
  }

  async function change(
    id: string,
    { key, ...wish }: ConnectionWish & { readonly key: string },
  ): Promise<Result<Connection, Refusal>> {
    const profile = find(id)
    if (profile === undefined) return notThere(id)
    const free = checkName(wish.name, id)
    if (!free.ok) return free
    const next = { ...profile, ...wish }
    if (key === '' && (await keyFor(next)) === undefined) return keyNeeded(next.management)
    if (key !== '') await keys.write(id, `${next.management} ${key}`)
    await keep({ ...kept, profiles: kept.profiles.map((each) => (each.id === id ? next : each)) })
    if (kept.used === id) await move(id)
    return ok(await toConnection(next))
  }

  /** What each named address answers. */
  async function test(wish: TestWish): Promise<Result<ConnectionTest, Refusal>> {
    const { id, management } = wish
    const key = wish.key === '' && id !== null ? await keyFor({ id, management }) : wish.key
    if (key === undefined || key === '') return keyNeeded(management)
    const first = await probe.management(management, key)
    const others = await Promise.all(OTHERS.map(async (server) => testOther(server, wish[server])))
    const says = first.ok ? answersAs(first.value) : first.error.message
    return ok({ answers: [{ server: 'management', isGood: first.ok, says }, ...others.flat()] })
  }

  async function testOther(server: (typeof OTHERS)[number], url: string | null) {
    if (url === null) return []
    const answer = await probe.other(server, url)
    return [{ server, isGood: answer.ok, says: answer.ok ? 'Answers' : answer.error.message }]
  }

  async function use(id: string): Promise<Result<undefined, Refusal>> {
    if (id !== HERE && !(id === FLAG && flag !== undefined) && find(id) === undefined) return notThere(id)
    await keep({ ...kept, used: id === HERE ? null : id })
    await move(kept.used)
    return ok(undefined)
  }

  async function move(id: string | null): Promise<void> {
    onUse(await opened(id))
    notes.publish({ kind: 'moved' })
  }

  async function remove(id: string): Promise<Result<undefined, Refusal>> {
    const profile = find(id)
    if (profile === undefined) return notThere(id)
    if (kept.used === id)
      return refuse('connection-in-use', `The studio works on ${profile.name} now. Use another place first`)
    await keep({
      ...kept,
      profiles: kept.profiles.map((each) => (each.id === id ? { ...each, isRemoved: true } : each)),
    })
    return ok(undefined)
  }

  async function restore(id: string): Promise<Result<Connection, Refusal>> {
    const profile = kept.profiles.find((each) => each.id === id)
    if (profile === undefined) return notThere(id)
    const free = checkName(profile.name, id)
    if (!free.ok) return free
    const back = { ...profile, isRemoved: false }
    await keep({ ...kept, profiles: kept.profiles.map((each) => (each.id === id ? back : each)) })
    return ok(await toConnection(back))
  }

  /** Remembers what a machine called its workspace, to be shown while it is away. */
  async function learn(id: string, workspace: string): Promise<void> {
    const profile = find(id)
    if (profile === undefined || profile.workspace === workspace) return
    await keep({ ...kept, profiles: kept.profiles.map((each) => (each.id === id ? { ...each, workspace } : each)) })
  }

  return {
    list,
    test,
    add: (wish: Parameters<typeof add>[0]) => inTurn(() => add(wish)),
    change: (id: string, wish: Parameters<typeof add>[0]) => inTurn(() => change(id, wish)),
    use: (id: string) => inTurn(() => use(id)),
    remove: (id: string) => inTurn(() => remove(id)),
    restore: (id: string) => inTurn(() => restore(id)),
    learn: (id: string, workspace: string) => inTurn(() => learn(id, workspace)),
  }
}

type TestWish = Omit<ConnectionWish, 'name'> & { readonly id: string | null; readonly key: string }

const OTHERS = ['inference', 'source', 'deployments'] as const satisfies readonly ConnectionServer[]

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

function answersAs({ workspace, projects }: { readonly workspace: string; readonly projects: number }): string {
  return `Answers as workspace ${workspace}, ${projects} ${projects === 1 ? 'project' : 'projects'}`
}

function hereConnection(isUsed: boolean): Connection {
  const none = { management: null, inference: null, source: null, deployments: null, workspace: null }
  return { id: HERE, kind: 'here', name: 'This machine', ...none, hasKey: true, isUsed }
}

function flagConnection({ url, host }: { readonly url: string; readonly host: string }, isUsed: boolean): Connection {
  const none = { inference: null, source: null, deployments: null, workspace: null }
  return { id: FLAG, kind: 'flag', name: host, management: url, ...none, hasKey: true, isUsed }
}

function notThere(id: string) {
  return refuse('connection-not-found', `There is no connection "${id}"; it may have been removed in another window`)
}

function keyNeeded(management: string) {
  return refuse('connection-invalid', `No key for ${new URL(management).host} is kept. Give the key of its workspace`)
}
