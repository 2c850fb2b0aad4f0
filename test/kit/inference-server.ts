import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import type { InstalledModel, Reconstructor } from '#core/models/inference/ports'
import { inferenceService } from '#core/models/inference/service'
import type { HostSettings } from '#inference/host/settings'
import { modelRuntime } from '#inference/runtime'
import { modelShelf } from '#inference/store/shelf'
import { type FetcherOptions, imageFetcher } from '#remote/images/fetcher'
import { logRing } from '#servers/inference/log-ring'
import { buildInference } from '#servers/inference/server'
import type { InferenceServices } from '#servers/inference/services'
import { listen } from '#servers/kit/listen'
import { type ApiClient, apiClient } from './api-client.ts'
import { addToLibrary, type DescribedModel, type ModelContents } from './model-folder.ts'
import { removeFolder } from './remove-folder.ts'

/** The inference server with a library of its own. */
export interface TestInference extends ApiClient {
  /** Its folder. */
  readonly library: string
  /** Installs a model in the library. */
  install(described: DescribedModel, files: ModelContents): Promise<void>
  /** Starts listening on a free local port; returns the URL. */
  listen(): Promise<string>
  /** Ends the model process like a crashing driver. */
  killHost(): void
  close(): Promise<void>
}

interface Settings {
  readonly host?: Partial<HostSettings>
  readonly fetching?: FetcherOptions
  readonly allowedOrigins?: readonly string[]
  /** Whether it listens on the network. */
  readonly anyHost?: boolean
  readonly builtIns?: readonly InstalledModel[]
  readonly keepsLogits?: InferenceServices['keepsLogits']
  readonly reconstructor?: Reconstructor
}

/** Opens a server and a model process. Call `close` at the end, or use `testInference` for a single test. */
export async function openInference({
  host,
  fetching,
  allowedOrigins = ['*'],
  anyHost = false,
  builtIns = [],
  keepsLogits = { sam2: true, sam3: true },
  reconstructor,
}: Settings = {}): Promise<TestInference> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-inference-'))
  const shelf = modelShelf({ folder: join(folder, 'models'), warn: () => undefined })
  const settings: HostSettings = {
    threads: 1,
    mostModels: 8,
    memoryBudgetBytes: 2 ** 32,
    runSeconds: 300,
    providers: ['cpu'],
    ...host,
  }
  const runtime = modelRuntime({ settings, logFailure: () => undefined })
  const logs = logRing()
  const log = pino({ level: 'info' }, logs)
  const inference = inferenceService({ shelf, runtime, builtIns, now: () => performance.now() })
  const services = { inference, fetcher: imageFetcher(fetching), logs, keepsLogits, reconstructor }
  const server = await buildInference(services, {
    appVersion: '1.2.3',
    serverId: 'run-7',
    anyHost,
    log,
    allowedOrigins,
  })
  let address: ReturnType<typeof listen> | undefined
  return {
    ...apiClient(server, ''),
    library: folder,
    async install(described, files) {
      await addToLibrary(folder, described, files)
    },
    async listen() {
      address ??= listen('inference', server, { host: '127.0.0.1', port: 0 })
      return (await address).url
    },
    killHost: () => void process.kill(runtime.processId() ?? 0, 'SIGKILL'),
    async close() {
      server.server.closeAllConnections()
      await server.close()
      await runtime.close()
      await removeFolder(folder)
    },
  }
}

/** Does the same for one test. */
export async function testInference(settings: Settings = {}): Promise<TestInference> {
  const server = await openInference(settings)
  onTestFinished(() => server.close())
  return server
}
