import type {
  Connection,
  ConnectionServer,
  ConnectionTest,
  ConnectionWish,
} from '#common/contract/workspace/connections'
import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import { said } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import type { Notes, Random } from '../../ports.ts'
import { type ConnectionBook, openBook } from './book.ts'
import type { ConnectionKeys, ConnectionProbe, ConnectionStore, Profile } from './ports.ts'

export type ConnectionService = Awaited<ReturnType<typeof connectionService>>

/** A machine with its key. */
export interface Opened {
  readonly id: string
  readonly name: string
  readonly management: string
  readonly source: string | null
  /** The other servers that belong to it. */
  readonly inference: string | null
  readonly deployments: string | null
  /** Empty if none is stored. */
  readonly key: string
}

/** The machine that the program was started with; it is not kept. */
interface FlagMachine {
  readonly url: string
  readonly host: string
  readonly key: string
}

interface Dependencies {
  readonly store: ConnectionStore
  readonly keys: ConnectionKeys
  readonly probe: ConnectionProbe
  readonly random: Random
  readonly notes: Notes
  readonly flag: FlagMachine | undefined
  /** Told what the studio works on from now on; undefined is this machine. Asked once at the start. */
  readonly onUse: (opened: Opened | undefined) => void
}

type KeyedWish = ConnectionWish & { readonly key: string }

export const HERE = 'here'
const FLAG = 'flag'
/** More than anybody has machines; the settings file stays small. */
const MOST = 50

/** The machines that the studio can work on, and which of them it works on. What is removed is forgotten at the next start. */
export async function connectionService({ probe, random, notes, flag, onUse, ...kept }: Dependencies) {
  const book = await openBook({ ...kept, notes })
  const opened = opening(book, flag)
  onUse(await opened(book.used()))

  async function list(): Promise<Connection[]> {
    const used = book.used()
    const remoteIs = used === FLAG ? flag !== undefined : used !== null && book.find(used) !== undefined
    const fromFlag = flag === undefined ? [] : [flagConnection(flag, used === FLAG)]
    const profiles = await Promise.all(book.profiles().map((profile) => toConnection(book, profile)))
    return [hereConnection(!remoteIs), ...fromFlag, ...profiles]
  }

  async function add({ key, ...wish }: KeyedWish): Promise<Result<Connection, Refusal>> {
    if (book.profiles().length >= MOST) return refuse('too-many-connections', { most: MOST })
    const free = checkName(book, wish.name)
    if (!free.ok) return free
    const profile: Profile = { ...wish, id: random.id(), workspace: null, isRemoved: false }
    // The key first: a connection without one opens nothing.
    await book.writeKey(profile, key)
    await book.put(profile)
    return ok(await toConnection(book, profile))
  }

  async function change(id: string, { key, ...wish }: KeyedWish): Promise<Result<Connection, Refusal>> {
    const profile = book.find(id)
    if (profile === undefined) return notThere(id)
    const free = checkName(book, wish.name, id)
    if (!free.ok) return free
    const next = { ...profile, ...wish }
    if (key === '' && (await book.keyFor(next)) === undefined) return keyNeeded(next.management)
    if (key !== '') await book.writeKey(next, key)
    await book.put(next)
    if (book.used() === id) await reopen(next, profile)
    return ok(await toConnection(book, next))
  }

  async function use(id: string): Promise<Result<undefined, Refusal>> {
    if (id !== HERE && !(id === FLAG && flag !== undefined) && book.find(id) === undefined) return notThere(id)
    await book.use(id === HERE ? null : id)
    await move(book.used())
    return ok(undefined)
  }

  /** With another name or key it is the same place: what waits to be written there still may be. */
  async function reopen(next: Profile, before: Profile): Promise<void> {
    if (next.management !== before.management) return move(next.id)
    onUse(await opened(next.id))
    notes.publish({ kind: 'place', isOpen: true })
  }

  async function move(id: string | null): Promise<void> {
    onUse(await opened(id))
    notes.publish({ kind: 'moved' })
  }

  async function remove(id: string): Promise<Result<undefined, Refusal>> {
    const profile = book.find(id)
    if (profile === undefined) return notThere(id)
    if (book.used() === id) return refuse('connection-in-use', { connection: profile.name })
    await book.put({ ...profile, isRemoved: true })
    return ok(undefined)
  }

  async function restore(id: string): Promise<Result<Connection, Refusal>> {
    const profile = book.findRemoved(id)
    if (profile === undefined) return notThere(id)
    const free = checkName(book, profile.name, id)
    if (!free.ok) return free
    const back = { ...profile, isRemoved: false }
    await book.put(back)
    return ok(await toConnection(book, back))
  }

  /** Stores the name of a machine's workspace, to show it while the machine is unreachable. */
  async function learn(id: string, workspace: string): Promise<void> {
    const profile = book.find(id)
    if (profile !== undefined && profile.workspace !== workspace) await book.put({ ...profile, workspace })
  }

  return {
    list,
    test: (wish: TestWish) => testAll(book, probe, wish),
    add: (wish: KeyedWish) => book.inTurn(() => add(wish)),
    change: (id: string, wish: KeyedWish) => book.inTurn(() => change(id, wish)),
    use: (id: string) => book.inTurn(() => use(id)),
    remove: (id: string) => book.inTurn(() => remove(id)),
    restore: (id: string) => book.inTurn(() => restore(id)),
    learn: (id: string, workspace: string) => book.inTurn(() => learn(id, workspace)),
    /** Resolves when all requested changes are on disk. */
    settled: () => book.inTurn(async () => undefined),
  }
}

/** Finds the machine behind an identifier, with its key. */
function opening(book: ConnectionBook, flag: FlagMachine | undefined) {
  return async (id: string | null): Promise<Opened | undefined> => {
    if (id === FLAG && flag !== undefined) {
      const alone = { source: null, inference: null, deployments: null }
      return { id, name: flag.host, management: flag.url, key: flag.key, ...alone }
    }
    const profile = id === null ? undefined : book.find(id)
    // Without its key it is opened all the same: it says that it takes none, and the page asks for one.
    return profile && { ...profile, key: (await book.keyFor(profile)) ?? '' }
  }
}

type TestWish = Omit<ConnectionWish, 'name'> & { readonly id: string | null; readonly key: string }

const OTHERS = ['inference', 'source', 'deployments'] as const satisfies readonly ConnectionServer[]

/** Tests each given address. */
async function testAll(
  book: ConnectionBook,
  probe: ConnectionProbe,
  wish: TestWish,
): Promise<Result<ConnectionTest, Refusal>> {
  const { id, management } = wish
  const key = wish.key === '' && id !== null ? await book.keyFor({ id, management }) : wish.key
  if (key === undefined || key === '') return keyNeeded(management)
  const first = await probe.management(management, key)
  const others = await Promise.all(
    OTHERS.map(async (server) => {
      const url = wish[server]
      const answer = url === null ? undefined : await probe.other(server, url)
      return answer
        ? [{ server, isGood: answer.ok, says: said(answer.ok ? message('server-answers') : answer.error) }]
        : []
    }),
  )
  const says = said(first.ok ? answersAs(first.value) : first.error)
  return ok({ answers: [{ server: 'management', isGood: first.ok, says }, ...others.flat()] })
}

function checkName(book: ConnectionBook, name: string, except?: string): Result<undefined, Refusal> {
  const taken = book.profiles().some((each) => each.id !== except && each.name === name)
  return taken ? refuse('connection-name-taken', { name }) : ok(undefined)
}

function answersAs({ workspace, projects }: { readonly workspace: string; readonly projects: number }): Message {
  return message('server-connected', { workspace, count: projects })
}

async function toConnection(book: ConnectionBook, profile: Profile): Promise<Connection> {
  const { isRemoved: _removed, ...told } = profile
  const hasKey = (await book.keyFor(profile)) !== undefined
  return { ...told, kind: 'profile', hasKey, isUsed: book.used() === profile.id }
}

function hereConnection(isUsed: boolean): Connection {
  const none = { management: null, inference: null, source: null, deployments: null, workspace: null }
  return { id: HERE, kind: 'here', name: null, ...none, hasKey: true, isUsed }
}

function flagConnection({ url, host }: FlagMachine, isUsed: boolean): Connection {
  const none = { inference: null, source: null, deployments: null, workspace: null }
  return { id: FLAG, kind: 'flag', name: host, management: url, ...none, hasKey: true, isUsed }
}

function notThere(id: string) {
  return refuse('connection-gone', { id })
}

function keyNeeded(management: string) {
  return refuse('connection-key-missing', { host: new URL(management).host })
}
