import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { CatalogueEntry } from '#common/inference/catalogue'
import { ModelManifest } from '#common/inference/manifest'
import { entryFor, type Mischief, modelMirror, sha256Of } from '../kit/model-mirror.ts'
import { removeFolder } from '../kit/remove-folder.ts'
import { testModelStation } from '../kit/test-model-station.ts'
import { yoloDetector } from '../kit/toy-models/detector.ts'
import { seededChance } from './killing.ts'

const MODEL = yoloDetector({ side: 640 })
const HALF = Math.floor(MODEL.length / 2)

test('a download goes on after a kill from where it was', async () => {
  const mirror = await modelMirror({ 'toys/m.onnx': MODEL })
  const held = Promise.withResolvers<void>()
  mirror.mischief = [holdAfter(HALF, held.resolve)]
  const library = await folder()
  const child = await fetching(library, mirror.url, entryFor(MODEL))
  await held.promise
  await expect.poll(() => arrived(library)).toBe(HALF)
  await kill(child)

  const station = await testModelStation({ folder: library, mirror: mirror.url, catalogue: [entryFor(MODEL)] })

  await expect.poll(async () => (await station.shelf.list()).length).toBe(1)
  expect(mirror.asked).toEqual(['/toys/m.onnx', `/toys/m.onnx bytes=${HALF}-`])
})

test('a kill at any moment leaves no half model, and the next start ends what was begun', async () => {
  const mirror = await modelMirror({ 'toys/m.onnx': MODEL })
  const chance = seededChance('model fetches')
  const library = await folder()
  for (let round = 0; round < 6; round += 1) {
    const child = await fetching(library, mirror.url, entryFor(MODEL))
    const killing = AbortSignal.timeout(Math.floor(chance() * 2500))
    await Promise.race([once(killing, 'abort'), once(child, 'exit')])
    await kill(child)
    expect(await wrongModels(library)).toEqual([])
  }

  const station = await testModelStation({ folder: library, mirror: mirror.url, catalogue: [entryFor(MODEL)] })

  await expect.poll(async () => (await station.shelf.list()).length).toBe(1)
  await expect.poll(() => readdir(join(library, 'models', '.staging'))).toEqual([])
  expect(await wrongModels(library)).toEqual([])
})

/** Sends a part of the file, then nothing, until the line is cut. */
function holdAfter(count: number, reached: () => void): Mischief {
  return (_request, response, { bytes, etag }) => {
    response.writeHead(200, { 'content-length': bytes.length, etag })
    response.write(bytes.subarray(0, count), () => reached())
  }
}

/** Every file that a manifest names must be the one it describes. */
async function wrongModels(library: string): Promise<string[]> {
  const wrong: string[] = []
  const models = join(library, 'models')
  for (const path of await readdir(models, { recursive: true }).catch(() => [])) {
    if (!path.endsWith('manifest.json') || path.startsWith('.')) continue
    const manifest = ModelManifest.parse(JSON.parse(await readFile(join(models, path), 'utf8')))
    for (const file of Object.values(manifest.files)) {
      const bytes = await readFile(join(models, ...manifest.id.split('/'), file.path)).catch(() => undefined)
      if (bytes === undefined || sha256Of(bytes) !== file.sha256) wrong.push(`${path}: ${file.path}`)
    }
  }
  return wrong
}

async function arrived(library: string): Promise<number> {
  const part = join(library, 'models', '.staging', 'fetch~toys~1', 'files', 'm.onnx.part')
  return (await readFile(part).catch(() => Buffer.alloc(0))).length
}

async function fetching(library: string, mirror: string, entry: CatalogueEntry): Promise<ChildProcess> {
  const args = ['test/kit/model-process.mjs', library, mirror, JSON.stringify(entry)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  if (child.stdout) await once(child.stdout, 'data')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  onTestFinished(() => removeFolder(made))
  return made
}
