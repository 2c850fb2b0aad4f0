import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ModelFile, ModelManifest } from '#common/inference/manifest'
import type { InstalledModel } from '#core/models/inference/ports'

export type DescribedModel = Partial<Omit<ModelManifest, 'files'>> & Pick<ModelManifest, 'id' | 'task' | 'family'>

/** Files by role, as path and contents. */
export type ModelContents = Readonly<Record<string, readonly [path: string, bytes: Uint8Array]>>

let written = 0

/** Every model is a new installation, even under an earlier id. */
function nextMoment(): string {
  written += 1
  return new Date(Date.UTC(2026, 0, 1) + written).toISOString()
}

/** Writes a model with its manifest into a folder, which is created if needed. */
export async function writeModelFolder(
  folder: string,
  described: DescribedModel,
  files: ModelContents,
): Promise<InstalledModel> {
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
    addedAt: nextMoment(),
    ...described,
    files: Object.fromEntries(entries),
  })
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return { manifest, folder }
}

/** Adds a model to the folder of a library. */
export function addToLibrary(
  library: string,
  described: DescribedModel,
  files: ModelContents,
): Promise<InstalledModel> {
  return writeModelFolder(join(library, 'models', ...described.id.split('/')), described, files)
}
