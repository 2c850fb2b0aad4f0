import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { ModelId, ModelManifest } from '#common/inference/manifest'
import { parseBounded, SMALL_FILE } from '#common/json/bounds'
import { literal, message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { InstalledModel, ModelShelf } from '#core/models/inference/ports'
import { MOST_MANIFEST_BYTES } from './disk.ts'

export interface ShelfOptions {
  /** The library's folder of models: `<owner>/<name>/manifest.json` in it is one. */
  readonly folder: string
  /** Told of a folder that is passed over, and why. */
  warn(message: string): void
}

/** A manifest as it was read last; `model` is undefined when it was not understood. */
interface Kept {
  /** Tells this state of the file from every other. */
  readonly stamp: string
  readonly model: InstalledModel | undefined
}

const MANIFEST = 'manifest.json'

/** The models that lie in a folder. Every question looks there anew, so that one put there by hand is seen; a manifest is read when it has changed. */
export function modelShelf({ folder, warn }: ShelfOptions): ModelShelf {
  const kept = new Map<string, Kept>()

  async function find(id: string): Promise<InstalledModel | undefined> {
    const path = join(folder, ...id.split('/'))
    const stamp = await stampOf(join(path, MANIFEST))
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

  async function fault(id: string): Promise<Message | undefined> {
    const path = join(folder, ...id.split('/'))
    const text = await readManifest(join(path, MANIFEST))
    if (text !== undefined) {
      const understood = understand(id, text)
      if (!('issue' in understood)) return undefined
      return message('manifest-not-understood', { id, manifest: MANIFEST, issue: understood.issue })
    }
    const [owner = ''] = id.split('/')
    const alone = [id, `${id}.onnx`, `${id}.zip`, `${owner}.onnx`, `${owner}.zip`]
    const there = await Promise.all(alone.map((name) => stat(join(folder, name)).catch(() => undefined)))
    const found = alone.find((_, place) => there[place] !== undefined)
    return found === undefined ? undefined : message('manifest-missing', { found, manifest: MANIFEST })
  }

  async function read(id: string, path: string): Promise<InstalledModel | undefined> {
    const text = await readManifest(join(path, MANIFEST))
    if (text === undefined) return undefined
    const understood = understand(id, text)
    if ('manifest' in understood) return { manifest: understood.manifest, folder: path }
    warn(`The model ${id} is passed over, because its manifest.json is not understood: ${sentenceOf(understood.issue)}`)
    return undefined
  }

  return {
    find: async (id) => (ModelId.safeParse(id).success ? find(id) : undefined),
    fault: async (id) => (ModelId.safeParse(id).success ? fault(id) : undefined),
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

/** The text of a manifest; undefined when there is no such file. Nothing of one that is too large is read. */
async function readManifest(path: string): Promise<string | typeof TOO_LARGE | undefined> {
  const { size = 0 } = (await stat(path).catch(() => undefined)) ?? {}
  return size > MOST_MANIFEST_BYTES ? TOO_LARGE : readFile(path, 'utf8').catch(() => undefined)
}

const TOO_LARGE = { issue: message('model-manifest-too-large', { most: MOST_MANIFEST_BYTES }) } as const

type Understood = { readonly manifest: ModelManifest } | { readonly issue: Message }

function understand(id: string, text: string | typeof TOO_LARGE): Understood {
  if (typeof text !== 'string') return text
  const { data: manifest, error } = ModelManifest.safeParse(parseBounded(text, SMALL_FILE))
  if (manifest === undefined) return { issue: manifestIssue(error) }
  return manifest.id === id ? { manifest } : { issue: message('model-manifest-of-other-id', { id: manifest.id }) }
}

function manifestIssue(error: z.ZodError | undefined): Message {
  const [issue] = error?.issues ?? []
  const key = issue?.path.join('.') ?? ''
  return key === ''
    ? message('model-manifest-not-object')
    : message('model-manifest-issue', { key }, literal(issue?.message ?? ''))
}

/** The stamp, or undefined when there is no such file. */
async function stampOf(path: string): Promise<string | undefined> {
  const { mtimeMs, size, ino } = (await stat(path).catch(() => undefined)) ?? {}
  return mtimeMs === undefined ? undefined : `${mtimeMs} ${size} ${ino}`
}

async function foldersIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
