import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ModelId, ModelManifest } from '#common/inference/manifest'
import type { InstalledModel, ModelShelf } from '#core/inference/ports'

export interface ShelfOptions {
  /** The library's folder of models: `<owner>/<name>/manifest.json` in it is one. */
  readonly folder: string
  /** Told of a folder that is passed over, and why. */
  warn(message: string): void
}

/** The models that lie in a folder. What lies there is read anew for every question, so that one put there by hand is seen. */
export function modelShelf({ folder, warn }: ShelfOptions): ModelShelf {
  async function read(id: string): Promise<InstalledModel | undefined> {
    const path = join(folder, ...id.split('/'))
    const text = await readFile(join(path, 'manifest.json'), 'utf8').catch(() => undefined)
    if (text === undefined) return undefined
    const manifest = ModelManifest.safeParse(parseJson(text))
    if (manifest.success && manifest.data.id === id) return { manifest: manifest.data, folder: path }
    const issue = manifest.success ? `it names itself ${manifest.data.id}` : manifest.error.issues[0]?.message
    warn(`The model ${id} is passed over, because its manifest.json is not understood: ${issue}`)
    return undefined
  }

  return {
    find: async (id) => (ModelId.safeParse(id).success ? read(id) : undefined),
    async list() {
      const ids: string[] = []
      for (const owner of await foldersIn(folder)) {
        for (const name of await foldersIn(join(folder, owner))) ids.push(`${owner}/${name}`)
      }
      const known = ids.filter((id) => ModelId.safeParse(id).success)
      const found = await Promise.all(known.toSorted().map(read))
      return found.filter((model) => model !== undefined)
    },
  }
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
