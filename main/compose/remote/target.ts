import { join } from 'node:path'
import type { Place } from '#common/contract/session'
import { refuse } from '#common/errors'
import { ok } from '#common/result'
import type { ConnectionProbe } from '#core/access/connections/ports'
import { type ConnectionService, connectionService, HERE } from '#core/access/connections/service'
import type { ForwardedStudio } from '#core/remote/forwarded'
import type { RemoteStudio } from '#core/remote/service'
import { remoteHttp } from '#remote/http'
import { remoteManagement } from '#remote/management'
import { type FetchedImages, fetchedImages, trimFetched } from '#storage/blobs/fetched-images'
import { connectionFile } from '#storage/settings/connections'
import type { NoteHub } from '../note-hub.ts'
import type { SecretStore } from '../ports.ts'
import { type Refuse, refusing } from '../stores/read-only.ts'
import type { Remote } from './remote.ts'
import { readRemoteJson } from './remote-json.ts'
import { type Outside, TEST_MS, type WatchedPlace, watchPlace } from './watched.ts'

/** Which machine's projects the studio shows. */
export interface StudioTarget {
  readonly connections: ConnectionService
  /** The remote, or undefined on this machine. */
  current(): OpenPlace | undefined
  place(): Place
  /** Resolves when nothing of it is written any more. */
  stop(): Promise<void>
}

/** Another machine that the studio works on. */
export interface OpenPlace {
  readonly host: string
  readonly studio: RemoteStudio
  readonly images: PlaceImages
  readonly forwarded: () => Promise<ForwardedStudio | undefined>
}

export type PlaceImages = ReturnType<typeof imagesOf>

interface Dependencies extends Outside {
  readonly notes: NoteHub
  /** Writable folder: the library's own, or a private one. */
  readonly library: string
  /** Throws why nothing is written; undefined where it is. */
  readonly refuse?: Refuse | undefined
  readonly secrets: SecretStore
  /** The machine of the flag. */
  readonly remote: Remote | undefined
  readonly logFailure: (message: string, failure: unknown) => void
}

export async function openTarget(dependencies: Dependencies): Promise<StudioTarget> {
  const { library, refuse, secrets, random, notes, remote, logFailure } = dependencies
  const cache = join(library, 'elsewhere')
  const fetched = fetchedImages(cache)
  let watched: WatchedPlace | undefined
  const connections = await connectionService({
    random,
    notes,
    probe,
    store: refusing(connectionFile(join(library, 'connections.json')), { read: 'read', write: 'write' }, refuse),
    keys: {
      read: (id) => secrets.read(keyName(id)),
      write: (id, key) => secrets.write(keyName(id), key),
      remove: (id) => secrets.remove(keyName(id)),
    },
    flag: remote && { url: remote.url, host: remote.host, key: remote.key },
    onUse(opened) {
      watched?.stop()
      watched = opened && watchPlace(opened, { ...dependencies, notes: { publish: notes.relay }, fetched, learn })
    },
  })
  const trimming = trimFetched(cache).catch((failure: unknown) =>
    logFailure('Images of other machines could not be tidied', failure),
  )

  function learn(id: string, workspace: string): void {
    connections
      .learn(id, workspace)
      .catch((failure: unknown) => logFailure('The connections could not be written', failure))
  }

  return {
    connections,
    current: () => watched && { ...watched, images: imagesOf(watched, fetched) },
    place: () => watched?.place() ?? HERE_PLACE,
    async stop() {
      watched?.stop()
      await Promise.all([connections.settled(), trimming])
    },
  }
}

const HERE_PLACE: Place = {
  connection: HERE,
  name: null,
  host: null,
  isWhole: true,
  state: 'open',
  reason: null,
}

function keyName(id: string): string {
  return `connection-key-${id}`
}

const probe: ConnectionProbe = {
  async management(url, key) {
    const asking = { baseUrl: url, apiKey: key, timeoutMs: TEST_MS, readJson: readRemoteJson }
    const answer = await remoteManagement(asking).workspace()
    if (!answer.ok) return answer
    const { name, projects } = answer.value
    return ok({ workspace: name, projects: projects.length })
  },
  other: (_server, url) => remoteHttp({ baseUrl: url, apiKey: '', timeoutMs: TEST_MS }).reach(),
}

/** Pixels of the images there, by the image alone as pages ask for them. */
function imagesOf({ source, at, studio }: WatchedPlace, fetched: FetchedImages) {
  async function find(image: string) {
    const project = await studio.images.homeOf(image)
    if (!project.ok) return project
    if (project.value === undefined) return refuse('image-absent')
    return ok({ source, place: at, project: project.value, image })
  }
  return {
    async sized(image: string, size: 'thumb' | 'screen' | 'full') {
      const found = await find(image)
      return found.ok ? fetched.sized(found.value, size) : found
    },
    /** The small image of a project of the catalog there, by the key that a search gave it. */
    async cover(key: string) {
      const link = studio.catalog.coverLink(key)
      if (link === undefined) return refuse('image-absent')
      const linked = { open: () => source.follow(link), follow: source.follow }
      // By its key, which is another one next time: what lies behind a link of a catalog may change.
      return fetched.sized({ source: linked, place: at, project: '', image: key }, 'thumb')
    },
    original: (project: string, image: string) => fetched.original({ source, place: at, project, image }),
  }
}
