import type { Session } from '#common/contract/session'
import type { RemotePlace } from '#core/management/send/service'
import type { Notes } from '#core/ports'
import { remoteManagement } from '#remote/management'
import type { SecretStore, ShellPorts } from '../ports.ts'
import { readRemoteJson } from './remote-json.ts'

/** The other machine that projects are sent to, and whether it answers. */
export interface Remote extends RemotePlace {
  /** The state as it is known now; asks again in the background when that is old. */
  state(): NonNullable<Session['remote']>
  readonly key: string
}

const KEY_NAME = 'remote-api-key'
const FRESH_MS = 10_000
const ANSWER_MS = 2000

interface Dependencies extends Pick<ShellPorts, 'remote' | 'secrets' | 'trustedHosts'> {
  readonly notes: Notes
}

export async function openRemote({ remote, secrets, notes, trustedHosts }: Dependencies): Promise<Remote | undefined> {
  if (remote === undefined) return undefined
  const { url } = remote
  const apiKey = await openKey(remote, secrets)
  const state = stateOf({ url, apiKey }, notes)
  // Asked now, so that the first page is told whether it answers.
  state()
  const management = remoteManagement({ baseUrl: url, apiKey, links: { trustedHosts }, readJson: readRemoteJson })
  return { url, key: apiKey, host: new URL(url).host, management, state }
}

/** The key is kept with the address that it is for, so that it is never sent to another machine. */
async function openKey({ url, key }: NonNullable<ShellPorts['remote']>, secrets: SecretStore): Promise<string> {
  if (key !== undefined && key !== '') {
    await secrets.write(KEY_NAME, `${url} ${key}`)
    return key
  }
  const [keptFor, kept] = (await secrets.read(KEY_NAME))?.split(' ') ?? []
  if (keptFor === url && kept) return kept
  throw new Error(`No key for ${url} is saved. Set TESSERA_REMOTE_KEY once to the API key of its workspace.`)
}

/** Pages never wait for the other machine: they are told the last answer, and again when it has changed. */
function stateOf({ url, apiKey }: { readonly url: string; readonly apiKey: string }, notes: Notes): Remote['state'] {
  let known = { url, workspace: '', reachable: false }
  let askedAt = -Infinity

  async function ask() {
    const asking = { baseUrl: url, apiKey, timeoutMs: ANSWER_MS, readJson: readRemoteJson }
    const slug = await remoteManagement(asking).identify()
    const workspace = slug.ok ? slug.value : known.workspace
    if (slug.ok === known.reachable && workspace === known.workspace) return
    known = { url, workspace, reachable: slug.ok }
    notes.publish({ kind: 'projects' })
  }

  return () => {
    const now = performance.now()
    if (now - askedAt >= FRESH_MS) {
      askedAt = now
      void ask()
    }
    return known
  }
}
