import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ModelFile, ModelManifest } from '#common/inference/manifest'
import type { PredictOptions } from '#core/inference/operations'
import type { InstalledModel, ModelRuntime } from '#core/inference/ports'
import type { HostSettings } from '#inference/host/settings'
import { modelRuntime, type RuntimeOptions } from '#inference/runtime'

/** A host process of its own for one test. */
export function testRuntime(
  settings: Partial<HostSettings> = {},
  options: Pick<RuntimeOptions, 'loadsPerProcess'> = {},
): ModelRuntime {
  const runtime = modelRuntime({
    ...options,
    settings: { threads: 1, mostModels: 8, memoryBudgetBytes: 4 * 1024 ** 3, providers: ['cpu'], ...settings },
    logFailure: () => undefined,
  })
  onTestFinished(() => runtime.close())
  return runtime
}

type Described = Partial<Omit<ModelManifest, 'files'>> & Pick<ModelManifest, 'id' | 'task' | 'family'>

/** A model in a folder that goes when the test ends. Files are given by role as path and contents. */
export async function installedModel(
  described: Described,
  files: Readonly<Record<string, readonly [path: string, bytes: Uint8Array]>>,
): Promise<InstalledModel> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-model-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const entries: [string, ModelFile][] = []
  for (const [role, [path, bytes]] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    entries.push([role, { path, bytes: bytes.length, sha256 }])
  }
  const manifest = ModelManifest.parse({
    format: 1,
    name: described.id,
    layout: 'default',
    licence: { name: 'MIT' },
    source: 'a test',
    classNames: [],
    addedAt: '2026-01-01T00:00:00Z',
    ...described,
    files: Object.fromEntries(entries),
  })
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return { manifest, folder }
}

/** What a request asks for when it asks for nothing special. */
export const PREDICT: PredictOptions = {
  confidence: 0.4,
  iouThreshold: 0.3,
  classAgnostic: false,
  maxDetections: 300,
  maxCandidates: 3000,
  keypointConfidence: 0,
  maskDecoding: { mode: 'accurate', tradeoff: 0 },
  maskFormat: 'polygon',
  skip: { autoOrient: false, contrast: false, grayscale: false, staticCrop: false },
}
