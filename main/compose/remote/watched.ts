import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectType } from '#common/contract/projects'
import type { Place } from '#common/contract/session'
import { type Refusal, refusal } from '#common/errors'
import { ProjectSlug } from '#common/ids'
import { said } from '#common/messages/sentence'
import type { Opened } from '#core/access/connections/service'
import type { FormatInfo } from '#core/exchange/exports/ports'
import type { ManagedWorkspace } from '#core/management/model'
import type { Clock, Notes, Random } from '#core/ports'
import { remoteStudio } from '#core/remote/service'
import type { VersionRenderer } from '#core/versions/ports'
import type { Reach, RemoteOptions } from '#remote/http'
import { remoteImageSource } from '#remote/images/source'
import { remoteManagement } from '#remote/management'
import type { FetchedImages } from '#storage/blobs/fetched-images'
import { readRemoteJson } from './remote-json.ts'
import { roadTo } from './road.ts'

export type WatchedPlace = ReturnType<typeof watchPlace>

/** Parts of this machine that the remote studio uses. */
export interface Outside {
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
  readonly renderer: VersionRenderer
  readonly show: (jpeg: Uint8Array) => string
  readonly formats: (type: ProjectType) => readonly FormatInfo[]
  readonly shrink: (image: Uint8Array) => Promise<Uint8Array | undefined>
  /** Hosts of this network that links of other machines may lead to. */
  readonly trustedHosts?: readonly string[] | undefined
  readonly logFailure: (message: string, failure: unknown) => void
}

interface Watching extends Outside {
  readonly fetched: FetchedImages
  /** Told what the machine calls its workspace. */
  readonly learn: (id: string, workspace: string) => void
}

/** Time limit for testing an address. */
export const TEST_MS = 8000
/** A machine that is away is looked for this often. */
const LOOK_MS = 2500
/** One that is there is asked this often whether somebody else changed something, while a page is open. */
const POLL_MS = 10_000
const PAGE_IS_GONE_MS = 60_000

/** Opens another machine and keeps knowing whether it answers. */
export function watchPlace(opened: Opened, { fetched, learn, ...outside }: Watching) {
  const { notes, logFailure } = outside
  const { host } = new URL(opened.management)
  const { reach, hear, gate } = reachOf(notes)
  const tellChanges = changeTeller(notes)
  const stopping = new AbortController()
  // A pending wait must not keep the program from ending.
  const wait = (ms: number) => sleep(ms, undefined, { ref: false, signal: stopping.signal })
  let askedAt = performance.now()

  const address = { baseUrl: opened.management, apiKey: opened.key, onReach: hear, readJson: readRemoteJson }
  const links = { named: [opened.source, opened.inference, opened.deployments], trustedHosts: outside.trustedHosts }
  const options: RemoteOptions = { ...address, gate, links }
  const management = remoteManagement(options)
  const source = remoteImageSource({ ...options, management, sourceUrl: opened.source })
  const at = `${opened.management} ${opened.id}`
  const road = roadTo(options, { notes, logFailure, signal: stopping.signal })
  const original = (project: string, image: string) => fetched.original({ source, place: at, project, image })

  async function look(): Promise<void> {
    if (opened.key === '') return hear({ state: 'locked', refusal: refusal('remote-key-not-saved', { host }) })
    const answer = await remoteManagement({ ...address, timeoutMs: TEST_MS }).workspace()
    if (!answer.ok || stopping.signal.aborted) return
    learn(opened.id, answer.value.name)
    tellChanges(answer.value)
    await road.look()
  }

  let isLooking = false
  let lookedAt = -Infinity
  async function lookInTime(): Promise<void> {
    const now = performance.now()
    const isPolled = now - lookedAt >= POLL_MS && now - askedAt < PAGE_IS_GONE_MS
    if (isLooking || (reach().state === 'open' && !isPolled)) return
    isLooking = true
    lookedAt = now
    await look().finally(() => {
      isLooking = false
    })
  }

  const timer = setInterval(() => void lookInTime(), LOOK_MS)
  timer.unref()
  const firstLook = lookInTime()

  return {
    host,
    source,
    at,
    async forwarded() {
      await firstLook
      return road.studio()
    },
    studio: remoteStudio({ ...outside, host, management, wait, original }),
    place(): Place {
      askedAt = performance.now()
      const now = reach()
      const reason = now.state === 'open' ? null : said(now.refusal)
      const isWhole = road.studio() !== undefined
      return { connection: opened.id, name: opened.name, host, isWhole, state: now.state, reason }
    },
    stop() {
      clearInterval(timer)
      stopping.abort()
    },
  }
}

/** Whether the machine answers, as its last answer told. */
function reachOf(notes: Notes) {
  let reach: Reach = { state: 'open' }
  return {
    reach: () => reach,
    hear(next: Reach): void {
      const before = reach
      reach = next
      if (before.state !== next.state) notes.publish({ kind: 'place', isOpen: next.state === 'open' })
    },
    /** Refuses at once while the remote is known to be away, so that no call waits for it. */
    gate(): Refusal | undefined {
      if (reach.state === 'open') return undefined
      return reach.refusal
    },
  }
}

/** Another program's changes there come with no note; what the list of projects tells shows most of them. */
function changeTeller(notes: Notes): (workspace: ManagedWorkspace) => void {
  let seen: ReadonlyMap<string, string> | undefined
  return ({ projects }) => {
    const now = new Map(projects.map(({ slug, ...told }) => [slug, JSON.stringify(told)]))
    const before = seen
    seen = now
    if (before === undefined) return
    const changed = projects.filter(({ slug }) => before.get(slug) !== now.get(slug))
    if (changed.length > 0 || before.size !== now.size) notes.publish({ kind: 'projects' })
    for (const { slug } of changed) tellProject(notes, slug)
  }
}

function tellProject(notes: Notes, slug: string): void {
  const project = ProjectSlug.safeParse(slug)
  if (!project.success) return
  notes.publish({ kind: 'images', project: project.data })
  notes.publish({ kind: 'classes', project: project.data })
  notes.publish({ kind: 'versions', project: project.data })
}
