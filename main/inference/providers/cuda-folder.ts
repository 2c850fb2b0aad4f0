import { readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolderSync } from '#disk/make-folder'
import { nativeFolder, type Platform } from './platform.ts'

const RUNTIME_LIBRARY = 'libonnxruntime.so.1'
const PROVIDER_LIBRARY = /^libonnxruntime_providers_\w+\.so$/

/**
 * The environment with which processes find the CUDA libraries in a folder that the user chose. ONNX Runtime looks for its providers
 * only beside its own library, under the path by which that was loaded, so `meeting` becomes a folder with links to both. CUDA's own
 * libraries, such as cuDNN, may lie in the chosen folder too.
 */
export function cudaEnvironment(platform: Platform, meeting: string): Readonly<Record<string, string>> {
  const { cudaFolder, system, architecture } = platform
  if (cudaFolder === undefined || system !== 'linux' || architecture !== 'x64') return {}
  rmSync(meeting, { recursive: true, force: true })
  makeFolderSync(meeting)
  symlinkSync(join(nativeFolder(platform), RUNTIME_LIBRARY), join(meeting, RUNTIME_LIBRARY))
  for (const name of readdirSync(cudaFolder).filter((name) => PROVIDER_LIBRARY.test(name)))
    symlinkSync(join(cudaFolder, name), join(meeting, name))
  const known = process.env['LD_LIBRARY_PATH']
  return { LD_LIBRARY_PATH: [meeting, cudaFolder, ...(known ? [known] : [])].join(':') }
}
