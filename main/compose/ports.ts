import type { Logger } from 'pino'
import type { SecretPlace } from '#common/contract/session'
import type { EventSettings } from '#core/events/settings'
import type { Clock, Random } from '#core/ports'
import type { LogRing } from '#servers/inference/log-ring'
import type { LinkLives } from '#servers/management/links'
import type { InferenceSettings } from './inference-settings.ts'

/** Where a shell keeps secrets, and what it says about that place. */
export interface SecretStore {
  place(): Promise<SecretPlace>
  /** The stored value; undefined when the name was never stored, or is stored empty. Throws a sentence when the place is locked. */
  read(name: string): Promise<string | undefined>
  /** Resolves when the secret is kept. Does nothing while the place is undecided. */
  write(name: string, secret: string): Promise<void>
  /** Resolves when it is gone; also when it was never there. */
  remove(name: string): Promise<void>
  /** Only where no keychain is usable: a person decided. */
  choose(place: 'file' | 'session'): Promise<SecretPlace>
}

/** The servers that can be started, alone or together. */
export type ServerName = 'management' | 'inference' | 'events' | 'studio'

export interface RemoteAddress {
  /** `http://host:port`, as `URL.origin` writes it. */
  readonly url: string
  /** The key, or undefined to use the one that was kept when it was given before. */
  readonly key: string | undefined
}

/** Many more than a script needs: clients of the API take 429 for a failure and do not ask again. */
export const REQUESTS_PER_MINUTE = 60_000

/** Everything that the two shells supply. */
export interface ShellPorts {
  readonly shell: 'station' | 'desktop'
  /** Folder of the library. */
  readonly library: string
  /** Accept databases that do not match the files beside them. */
  readonly adopt?: boolean
  /** Starts the program again in place, as after `stop`; absent where a person must do it. */
  readonly restart?: () => void
  readonly host: string
  readonly ports: Readonly<Record<ServerName, number>>
  readonly only: readonly ServerName[]
  /** Folder of the built pages. */
  readonly pages: string
  readonly secrets: SecretStore
  readonly clock: Clock
  readonly random: Random
  /** Warnings go to standard error. */
  readonly log: Logger
  /** The last entries of the log. */
  readonly logs: LogRing
  readonly inference: InferenceSettings
  readonly events: EventSettings
  readonly appVersion: string
  /** Where the smart select's worker lies when the program is bundled; undefined beside its source. */
  readonly segmentWorker?: URL
  /** The same for the thread that renders versions. */
  readonly renderWorker?: URL
  /** The same for the process that cuts large images into tiles. */
  readonly tileProcess?: URL
  /** The same for the process that reads datasets. */
  readonly datasetProcess?: URL
  /** The same for the process of the models. */
  readonly modelHost?: URL
  /** The same for the threads of the events. */
  readonly eventThread?: URL
  /** The same for the thread that looks through a database. */
  readonly checkThread?: URL
  /** The same for the process that tries an execution provider. */
  readonly providerProbe?: URL
  /** The key that requests to the event store must carry; undefined asks for none. */
  readonly eventsKey: string | undefined
  /** How often one API key may ask the management API. */
  readonly rateLimit: { readonly perMinute: number }
  /** How long links of the management API work at most; as its server says where it is not given. */
  readonly linkLives?: LinkLives | undefined
  /** Longest time that one run of a model may take, where the model does not say another; `RUN_SECONDS` when absent. */
  readonly runSeconds?: number | undefined
  /** Holds CUDA libraries of ONNX Runtime that the user chose. */
  readonly cudaFolder?: string | undefined
  /** How long things stay in the trash. */
  readonly trashDays?: number | undefined
  /** Another machine's management API that projects can be sent to. */
  readonly remote?: RemoteAddress | undefined
  /** `host` or `host:port` of this network that images may be fetched from; all others only on the open internet. */
  readonly trustedHosts?: readonly string[]
  /** Folders with published projects, which the catalog shows. */
  readonly catalogFolders?: readonly string[] | undefined
}
