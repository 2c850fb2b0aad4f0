import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ModelFile } from '#common/inference/manifest'
import { message } from '#common/messages/message'
import type { InstalledModel } from '#core/models/inference/ports'
import { ModelRunError } from './errors.ts'

/** Files that were looked through since this process began, each in the state in which it was. */
const checked = new Set<string>()

/** Rejects with a `ModelRunError` where a file of the model is missing or is not the one that was installed. */
export async function checkWeights({ folder, manifest }: InstalledModel): Promise<void> {
  for (const file of Object.values(manifest.files)) await checkFile(join(folder, file.path), file)
}

async function checkFile(path: string, { path: name, bytes, sha256 }: ModelFile): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw new ModelRunError(message('model-file-missing', { file: shortName(name) }))
  const state = [path, sha256, found.size, found.mtimeMs, found.ino].join('\n')
  if (checked.has(state)) return
  if (found.size !== bytes || (await hashOf(path)) !== sha256)
    throw new ModelRunError(message('model-file-changed', { file: shortName(name) }))
  checked.add(state)
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}

/** Without the folder of its revision, which nobody knows. */
function shortName(name: string): string {
  return name.slice(name.indexOf('/') + 1)
}
