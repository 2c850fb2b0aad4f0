import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { message } from '#common/messages/message'
import { cudaEnvironment } from '#inference/providers/cuda-folder'
import { type Platform, plainlyMissing } from '#inference/providers/platform'
import { modelProviders } from '#inference/providers/providers'
import { removeFolder } from '../../../kit/remove-folder.ts'

const LINUX: Platform = { system: 'linux', architecture: 'x64' }
const PROGRAM = `import { InferenceSession } from 'onnxruntime-node'
  await InferenceSession.create(new Uint8Array(4), { executionProviders: ['cuda'] }).catch(() => undefined)`

test.skipIf(!isLinux())('ONNX Runtime takes its CUDA provider from the folder that the user chose', async () => {
  const cudaFolder = fakeLibraries()
  const meeting = join(cudaFolder, 'meeting')
  const environment = cudaEnvironment({ ...LINUX, cudaFolder }, meeting)

  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    env: { ...process.env, ...environment },
  })

  expect(environment['LD_LIBRARY_PATH']?.split(':').slice(0, 2)).toEqual([meeting, cudaFolder])
  expect(stderr).toContain(`${meeting}/libonnxruntime_providers_shared.so: file too short`)
})

test.skipIf(!isLinux())('libraries that cannot be loaded leave the processor, with the reason', async () => {
  const platform = { ...LINUX, cudaFolder: fakeLibraries() }
  const environment = cudaEnvironment(platform, join(platform.cudaFolder, 'meeting'))
  const providers = modelProviders({
    library: platform.cudaFolder,
    platform,
    environment,
    changed: async () => undefined,
  })

  expect(await providers.order()).toEqual(['cpu'])
  expect(await providers.verdicts()).toContainEqual(
    expect.objectContaining({
      provider: 'cuda',
      works: false,
      reason: expect.objectContaining({ code: expect.stringMatching(/^provider-(?:needs-library|not-started)$/) }),
    }),
  )
})

test('a chosen folder without the provider is named', () => {
  const cudaFolder = folder()

  expect(plainlyMissing('cuda', { ...LINUX, cudaFolder })).toEqual(
    message('provider-not-installed', {
      library: 'libonnxruntime_providers_cuda.so',
      version: '1.30.0',
      folder: cudaFolder,
    }),
  )
})

test('without a chosen folder, and on other systems, nothing changes', () => {
  expect(cudaEnvironment(LINUX, '/nowhere')).toEqual({})
  expect(cudaEnvironment({ system: 'darwin', architecture: 'arm64', cudaFolder: '/x' }, '/nowhere')).toEqual({})
})

function isLinux(): boolean {
  return process.platform === 'linux' && process.arch === 'x64'
}

function fakeLibraries(): string {
  const path = folder()
  for (const name of ['shared', 'cuda']) writeFileSync(join(path, `libonnxruntime_providers_${name}.so`), 'none')
  return path
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tessera-cuda-'))
  onTestFinished(() => removeFolder(path))
  return path
}
