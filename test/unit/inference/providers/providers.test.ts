import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Provider } from '#common/inference/manifest'
import type { ProviderVerdict } from '#common/inference/providers'
import { message } from '#common/messages/message'
import type { Platform } from '#inference/providers/platform'
import { probeProvider } from '#inference/providers/probe'
import { modelProviders } from '#inference/providers/providers'

const WORKS = message('provider-works')
const BROKEN = message('provider-differs')
const WINDOWS: Platform = { system: 'win32', architecture: 'x64' }

test('the processor is tried with a real network and works', async () => {
  const verdict = await probeProvider('cpu', { version: '0' })

  expect(verdict).toEqual({ provider: 'cpu', works: true, reason: WORKS, version: '1.30.0' })
})

test('a provider that the build does not have is told so', async () => {
  const verdict = await probeProvider('coreml', { version: '0' })

  expect(verdict).toMatchObject({ works: false, reason: message('provider-not-in-build') })
})

test.each([
  ['process.abort()', message('provider-ends-process')],
  ['setInterval(() => undefined, 1000)', message('provider-silent', { seconds: 1 })],
])('a driver that does %s is told, and harms nothing', async (script, reason) => {
  const entry = await scriptFile(script)

  const verdict = await probeProvider('cuda', { entry, limitMs: 1000, version: '1.30.0' })

  expect(verdict).toEqual({ provider: 'cuda', works: false, reason, version: '1.30.0' })
})

test('what works is used before the processor, and is tried once', async () => {
  const library = await folder()
  const { probe, tried } = trying({ dml: true })
  const order = await modelProviders({ library, probe, platform: WINDOWS, changed }).order()

  const again = await modelProviders({ library, probe, platform: WINDOWS, changed }).order()

  expect(order).toEqual(['dml', 'cpu'])
  expect(again).toEqual(['dml', 'cpu'])
  expect(tried).toEqual(['dml'])
})

test('what does not work leaves the processor, with the reason on the Models page', async () => {
  const { probe } = trying({ dml: false, webgpu: true })
  const providers = modelProviders({ library: await folder(), probe, platform: WINDOWS, changed })

  expect(await providers.order()).toEqual(['cpu'])
  expect(await providers.verdicts()).toMatchObject([
    { provider: 'dml', works: false, reason: BROKEN },
    { provider: 'webgpu', works: true },
    { provider: 'cpu', works: false },
  ])
})

test('a young provider is used only when a person lets it in', async () => {
  const { probe } = trying({ dml: true, webgpu: true })
  const providers = modelProviders({ library: await folder(), probe, platform: WINDOWS, changed })

  await providers.choose({ cpuOnly: false, admitted: ['webgpu'] })

  expect(await providers.order()).toEqual(['dml', 'webgpu', 'cpu'])
})

test('nothing but the processor is used when that is chosen, and the models are told', async () => {
  const { probe, tried } = trying({ dml: true })
  let changes = 0
  const count = async () => void (changes += 1)
  const providers = modelProviders({ library: await folder(), probe, platform: WINDOWS, changed: count })

  await providers.choose({ cpuOnly: true, admitted: [] })

  expect(await providers.order()).toEqual(['cpu'])
  expect({ changes, tried }).toEqual({ changes: 1, tried: [] })
})

test('verdicts that an older version kept as sentences are tried anew, and the choice stays', async () => {
  const library = await folder()
  const { probe, tried } = trying({ dml: true, webgpu: true })
  const providers = modelProviders({ library, probe, platform: WINDOWS, changed })
  await providers.choose({ cpuOnly: false, admitted: ['webgpu'] })
  await providers.order()
  const path = join(library, 'providers.json')
  const kept: { readonly verdicts: readonly object[] } = JSON.parse(await readFile(path, 'utf8'))
  const older = kept.verdicts.map((verdict) => ({ ...verdict, reason: 'It works.' }))
  await writeFile(path, JSON.stringify({ ...kept, verdicts: older }))

  const order = await providers.order()

  expect(order).toEqual(['dml', 'webgpu', 'cpu'])
  expect(tried).toEqual(['dml', 'webgpu', 'dml', 'webgpu'])
})

test('verdicts of another machine or runtime do not count, the choice does', async () => {
  const library = await folder()
  const kept = {
    key: 'another machine',
    verdicts: [{ provider: 'dml', works: true, reason: 'It works.', version: '1.0.0' }],
    choice: { cpuOnly: false, admitted: ['webgpu'] },
  }
  await writeFile(join(library, 'providers.json'), JSON.stringify(kept))
  const { probe, tried } = trying({ webgpu: true })

  const order = await modelProviders({ library, probe, platform: WINDOWS, changed }).order()

  expect(order).toEqual(['webgpu', 'cpu'])
  expect(tried).toEqual(['dml', 'webgpu'])
})

test('CUDA without its library is told by the name of the file, without a trial', async () => {
  const { probe, tried } = trying({})
  const platform: Platform = { system: 'linux', architecture: 'x64' }
  const providers = modelProviders({ library: await folder(), probe, platform, changed })

  const [cuda] = await providers.verdicts()

  expect(cuda).toMatchObject({ works: false, reason: { params: { library: 'libonnxruntime_providers_cuda.so' } } })
  expect(tried).toEqual(['webgpu', 'cpu'])
})

const changed = async () => undefined

/** Trials that end as told, and which were made. */
function trying(works: Partial<Record<Provider, boolean>>) {
  const tried: Provider[] = []
  const probe = async (provider: Provider): Promise<ProviderVerdict> => {
    tried.push(provider)
    const isGood = works[provider] === true
    return { provider, works: isGood, reason: isGood ? WORKS : BROKEN, version: '1.30.0' }
  }
  return { probe, tried }
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'tessera-providers-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

async function scriptFile(script: string): Promise<URL> {
  const path = join(await folder(), 'driver.mjs')
  await writeFile(path, script)
  return new URL(`file://${path}`)
}
