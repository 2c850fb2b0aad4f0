import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectType } from '#common/contract/projects'
import type { Place } from '#common/contract/session'
import { type Refusal, refuse } from '#common/errors'
import { ProjectSlug } from '#common/ids'
import { ok } from '#common/result'
import type { ConnectionProbe } from '#core/connections/ports'
import { type ConnectionService, connectionService, HERE, type Opened } from '#core/connections/service'
import { type StudioElsewhere, studioElsewhere } from '#core/elsewhere/service'
import type { FormatInfo } from '#core/exports/ports'
import type { ManagedWorkspace } from '#core/management/model'
import type { Clock, Notes, Random } from '#core/ports'
import type { VersionRenderer } from '#core/versions/ports'
import { type Reach, type RemoteOptions, remoteHttp } from '#remote/http'
import { remoteManagement } from '#remote/management'
import { remotePictureSource } from '#remote/pictures/source'
import { type FetchedPictures, fetchedPictures, trimFetched } from '#storage/blobs/fetched-pictures'
import { connectionFile } from '#storage/settings/connections'
import type { SecretStore } from './ports.ts'
import type { Remote } from './remote.ts'

/** Which machine's projects the studio shows. */
export interface Workplace {
  readonly connections: ConnectionService
  /** Undefined on this machine. */
  current(): OpenPlace | undefined
  place(): Place
  stop(): void
}

/** Another machine that the studio works on. */
export interface OpenPlace {
  readonly host: string
  readonly studio: StudioElsewhere
  readonly pictures: PlacePictures
}

export type PlacePictures = ReturnType<typeof picturesOf>

interface Dependencies {
  readonly library: string
  readonly secrets: SecretStore
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
  /** The machine of the flag. */
  readonly remote: Remote | undefined
  readonly renderer: VersionRenderer
  readonly show: (jpeg: Uint8Array) => string
  readonly formats: (type: ProjectType) => readonly FormatInfo[]
  readonly logFailure: (message: string, failure: unknown) => void
}

/** What a person waits for when an address is tried. */
const TEST_MS = 8000
/** A machine that is away is looked for this often. */
const LOOK_MS = 2500
/** One that is there is asked this often whether somebody else changed something, while a page is open. */
const POLL_MS = 10_000
const PAGE_IS_GONE_MS = 60_000

export async function openWorkplace(dependencies: Dependencies): Promise<Workplace> {
  const { library, secrets, random, notes, remote, logFailure } = dependencies
  const cache = join(library, 'elsewhere')
  const fetched = fetchedPictures(cache)
  let watched: WatchedPlace | undefined
  const connections = await connectionService({
    ...{ random, notes, probe },
    store: connectionFile(join(library, 'connections.json')),
    keys: {
      read: (id) => secrets.read(keyName(id)),
      write: (id, key) => secrets.write(keyName(id), key),
      remove: (id) => secrets.remove(keyName(id)),
    },
    flag: remote && { url: remote.url, host: remote.host, key: remote.key },
    onUse(opened) {
      watched?.stop()
      watched = opened && watchPlace(opened, { ...dependencies, fetched, learn })
    },
  })
  trimFetched(cache).catch((failure: unknown) => logFailure('Pictures of other machines could not be tidied', failure))

  function learn(id: string, workspace: string): void {
    connections
      .learn(id, workspace)
      .catch((failure: unknown) => logFailure('The connections could not be written', failure))
  }

  return {
    connections,
    current: () => watched && { ...watched, pictures: picturesOf(watched, fetched) },
    place: () => watched?.place() ?? HERE_PLACE,
    stop: () => watched?.stop(),
  }
}

const HERE_PLACE: Place = { connection: HERE, name: 'This machine', host: null, state: 'open', reason: null }

function keyName(id: string): string {
  return `connection-key-${id}`
}

const probe: ConnectionProbe = {
  async management(url, key) {
    const answer = await remoteManagement({ baseUrl: url, apiKey: key, timeoutMs: TEST_MS }).workspace()
    if (!answer.ok) return answer
    const { name, projects } = answer.value
    return ok({ workspace: name, projects: projects.length })
  },
  other: (_server, url) => remoteHttp({ baseUrl: url, apiKey: '', timeoutMs: TEST_MS }).reach(),
}

type WatchedPlace = ReturnType<typeof watchPlace>

interface Watching extends Pick<Dependencies, 'clock' | 'random' | 'notes' | 'renderer' | 'show' | 'formats'> {
  readonly fetched: FetchedPictures
  readonly learn: (id: string, workspace: string) => void
}

/** Opens a machine and keeps knowing whether it answers. */
function watchPlace(opened: Opened, { fetched, learn, ...outside }: Watching) {
  const { clock, notes } = outside
  const { host } = new URL(opened.management)
  let reach: Reach = { state: 'open' }
  let askedAt = clock.now().getTime()
  let seen: ReadonlyMap<string, string> | undefined

  const address = { baseUrl: opened.management, apiKey: opened.key, onReach: hear }
  const options: RemoteOptions = { ...address, gate }
  const management = remoteManagement(options)
  const source = remotePictureSource({ ...options, management, sourceUrl: opened.source })
  const at = `${opened.management} ${opened.id}`
  const original = (project: string, image: string) => fetched.original({ source, place: at, project, image })

  function hear(next: Reach): void {
    const before = reach
    reach = next
    if (before.state !== next.state) notes.publish({ kind: 'place', isOpen: next.state === 'open' })
  }

  /** What is known to be away is not waited for, call by call. */
  function gate(): Refusal | undefined {
    if (reach.state === 'open') return undefined
    const answer =
      reach.state === 'offline'
        ? refuse('remote-unreachable', reach.reason)
        : refuse('remote-key-refused', reach.reason)
    return answer.error
  }

  async function look(): Promise<void> {
    if (opened.key === '') return hear({ state: 'locked', reason: `No key for ${host} is kept` })
    const answer = await remoteManagement({ ...address, timeoutMs: TEST_MS }).workspace()
    if (!answer.ok) return
    learn(opened.id, answer.value.name)
    tellChanges(answer.value)
  }

  /** Another program's changes there come with no note; what the list of projects tells shows most of them. */
  function tellChanges({ projects }: ManagedWorkspace): void {
    const now = new Map(projects.map(({ slug, ...told }) => [slug, JSON.stringify(told)]))
    const before = seen
    seen = now
    if (before === undefined) return
    const changed = projects.filter(({ slug }) => before.get(slug) !== now.get(slug))
    if (changed.length > 0 || before.size !== now.size) notes.publish({ kind: 'projects' })
    for (const { slug } of changed) tellProject(notes, slug)
  }

  let isLooking = false
  let lookedAt = -Infinity
  async function lookInTime(): Promise<void> {
    const now = clock.now().getTime()
    const isDue = reach.state !== 'open' || (now - lookedAt >= POLL_MS && now - askedAt < PAGE_IS_GONE_MS)
    if (isLooking || !isDue) return
    isLooking = true
    lookedAt = now
    await look().finally(() => {
      isLooking = false
    })
  }

  const timer = setInterval(() => void lookInTime(), LOOK_MS)
  timer.unref()
  void lookInTime()

  return {
    host,
    source,
    at,
    studio: studioElsewhere({ ...outside, host, management, wait, original }),
    place(): Place {
      askedAt = clock.now().getTime()
      const reason = reach.state === 'open' ? null : reach.reason
      return { connection: opened.id, name: opened.name, host, state: reach.state, reason }
    },
    stop: () => clearInterval(timer),
  }
}

/** What waits keeps no program from ending. */
function wait(ms: number): Promise<void> {
  return sleep(ms, undefined, { ref: false })
}

function tellProject(notes: Notes, slug: string): void {
  const project = ProjectSlug.safeParse(slug)
  if (!project.success) return
  notes.publish({ kind: 'images', project: project.data })
  notes.publish({ kind: 'classes', project: project.data })
  notes.publish({ kind: 'versions', project: project.data })
}

/** Pixels of the pictures there, by the picture alone as pages ask for them. */
function picturesOf({ source, at, studio }: WatchedPlace, fetched: FetchedPictures) {
  async function find(image: string) {
    const project = await studio.images.homeOf(image)
    if (!project.ok) return project
    if (project.value === undefined) return refuse('image-not-found', 'This picture is not there')
    return ok({ source, place: at, project: project.value, image })
  }
  return {
    async sized(image: string, size: 'thumb' | 'screen' | 'full') {
      const found = await find(image)
      return found.ok ? fetched.sized(found.value, size) : found
    },
    async original(image: string) {
      const found = await find(image)
      return found.ok ? fetched.original(found.value) : found
    },
  }
}
