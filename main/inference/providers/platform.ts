import { existsSync, readFileSync, statSync } from 'node:fs'
import { release } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Provider } from '#common/inference/manifest'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'

const CUDA_LIBRARY = 'libonnxruntime_providers_cuda.so'

/** The machine, as far as providers depend on it. */
export interface Platform {
  readonly system: NodeJS.Platform
  readonly architecture: string
  /** Holds the CUDA libraries of ONNX Runtime, where they do not lie beside the program's own. */
  readonly cudaFolder?: string | undefined
}

/** Providers that a build may hold, with those that are used by themselves in their order. The rest are young and wait to be let in. */
interface Offer {
  readonly used: readonly Provider[]
  readonly young: readonly Provider[]
}

/** The processor stands behind all of them. */
export function offerOf({ system, architecture }: Platform): Offer {
  if (system === 'win32') return { used: ['dml'], young: ['webgpu'] }
  if (system === 'darwin' && architecture === 'arm64') return { used: ['coreml'], young: ['webgpu'] }
  if (system === 'linux' && architecture === 'x64') return { used: ['cuda'], young: ['webgpu'] }
  return { used: [], young: [] }
}

/** Version of the runtime that is installed, without loading it. */
export function runtimeVersion(): string {
  const text = readFileSync(join(runtimeFolder(), 'package.json'), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}

function runtimeFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.resolve('onnxruntime-node')))
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}

/** Where the runtime's own library lies, beside which it looks for those of its providers. */
export function nativeFolder({ system, architecture }: Platform): string {
  return join(runtimeFolder(), 'bin', 'napi-v6', system, architecture)
}

/** Files whose change may change a verdict: drivers, and the runtime's own libraries that are installed beside it. */
function driverFiles(platform: Platform): readonly string[] {
  const { system, cudaFolder = nativeFolder(platform) } = platform
  if (system === 'win32') {
    return ['nvcuda.dll', 'vulkan-1.dll', 'd3d12.dll'].map((name) => join('C:\\Windows\\System32', name))
  }
  if (system !== 'linux') return []
  return [
    join(cudaFolder, CUDA_LIBRARY),
    '/proc/driver/nvidia/version',
    '/usr/lib/x86_64-linux-gnu/libcuda.so.1',
    '/usr/lib64/libcuda.so.1',
    '/usr/share/vulkan/icd.d',
  ]
}

/** Verdicts hold as long as this text is the same. */
export function machineKey(platform: Platform): string {
  const files = driverFiles(platform).map((path) => {
    const facts = statSync(path, { throwIfNoEntry: false })
    return facts === undefined ? '-' : `${facts.size}.${Math.floor(facts.mtimeMs)}`
  })
  return [runtimeVersion(), platform.system, platform.architecture, release(), ...files].join(' ')
}

/** Why a provider cannot work, where that is plain without trying it. */
export function plainlyMissing(provider: Provider, platform: Platform): Message | undefined {
  if (provider !== 'cuda' || platform.system !== 'linux') return undefined
  const { cudaFolder } = platform
  const folder = cudaFolder ?? nativeFolder(platform)
  if (existsSync(join(folder, CUDA_LIBRARY))) return undefined
  const version = runtimeVersion()
  return cudaFolder === undefined
    ? message('provider-not-beside', { library: CUDA_LIBRARY, version, folder })
    : message('provider-not-installed', { library: CUDA_LIBRARY, version, folder })
}
