import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ModelId, ModelManifest } from '#common/inference/manifest'
import type { InstalledModel, ModelShelf } from '#core/inference/ports'

export interface ShelfOptions {
  /** The library's folder of models: `<owner>/<name>/manifest.json` in it is one. */
  readonly folder: string
  /** Told of a folder that is passed over, and why. */
  warn(message: string): void
}

/** What a manifest said when it was read last; undefined when it was not understood. */
interface Kept {
  /** Tells this state of the file from every other. */
  readonly stamp: string
  readonly model: InstalledModel | undefined
}

/** The models that lie in a folder. Every question looks there anew, so that one put there by hand is seen; a manifest is read when it has changed. */
export function modelShelf({ folder, warn }: ShelfOptions): ModelShelf {
  const kept = new Map<string, Kept>()

  async function find(id: string): Promise<InstalledModel | undefined> {
    const path = join(folder, ...id.split('/'))
    const stamp = await stampOf(join(path, 'manifest.json'))
    if (stamp === undefined) {
      kept.delete(id)
      return undefined
    }
    const known = kept.get(id)
    if (known?.stamp === stamp) return known.model
    const model = await read(id, path)
    kept.set(id, { stamp, model })
    return model
  }

  async function read(id: string, path: string): Promise<InstalledModel | undefined> {
    const text = await readFile(join(path, 'manifest.json'), 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    const manifest = ModelManifest.safeParse(parseJson(text))
    if (manifest.success && manifest.data.id === id) return { manifest: manifest.data, folder: path }
    const issue = manifest.success ? `it names itself ${manifest.data.id}` : manifest.error.issues[0]?.message
    warn(`The model ${id} is passed over, because its manifest.json is not understood: ${issue}`)
    return undefined
  }

  return {
    find: async (id) => (ModelId.safeParse(id).success ? find(id) : undefined),
    async list() {
      const ids: string[] = []
      for (const owner of await foldersIn(folder)) {
        for (const name of await foldersIn(join(folder, owner))) ids.push(`${owner}/${name}`)
      }
      const known = ids.filter((id) => ModelId.safeParse(id).success)
      const found = await Promise.all(known.toSorted().map(find))
      return found.filter((model) => model !== undefined)
    },
  }
}

/** Undefined when there is no such file. */
async function stampOf(path: string): Promise<string | undefined> {
  const { mtimeMs, size, ino } = (await stat(path).catch(() => undefined)) ?? {}
  return mtimeMs === undefined ? undefined : `${mtimeMs} ${size} ${ino}`
}

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
