import { readdir, rename, rm, rmdir, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type ModelFile, ModelManifest } from '#common/inference/manifest'
import { DraftKey } from '#common/inference/recognition'
import { parseBounded, SMALL_FILE } from '#common/json/bounds'
import { message } from '#common/messages/message'
import type { ModelFolder, TrashedModel } from '#core/models/store/ports'
import { Refused } from '#core/tasks/ports'
import { makeFolder } from '#disk/make-folder'
import { asDiskFull, exists, ifThere, readManifestText, readText, syncFolder, takeFile, writeWhole } from './disk.ts'
import type { PlacedDrafts } from './drafts.ts'
import { turns } from './turns.ts'

const MANIFEST = 'manifest.json'
const TRASHED = 'trashed.json'
const Trashed = z.object({ at: z.coerce.date() })

interface FolderOptions {
  /** The library's folder of models. */
  readonly folder: string
  /** On the same disk. */
  readonly staging: string
  readonly trash: string
  readonly drafts: PlacedDrafts
}

/**
 * The models on the disk: `<owner>/<name>/manifest.json` names files in `<owner>/<name>/<revision>/`. The manifest is written last, over
 * the one before, so that at every moment it names files that are there.
 */
export function modelFolder({ folder, staging, trash, drafts }: FolderOptions): ModelFolder {
  const folderOf = (id: string) => join(folder, ...id.split('/'))
  const stageOf = (revision: DraftKey) => join(staging, revision)
  const trashOf = (key: DraftKey) => join(trash, key)
  const inTurn = turns()

  async function publish(revision: DraftKey, manifest: ModelManifest, at: Date): Promise<void> {
    const target = folderOf(manifest.id)
    await makeFolder(target)
    const place = join(target, revision)
    if (!(await exists(place))) await rename(join(stageOf(revision), revision), place)
    await syncFolder(target)
    const before = await readText(join(target, MANIFEST))
    if (before !== undefined) {
      await makeFolder(trashOf(revision))
      await writeWhole(join(trashOf(revision), MANIFEST), before)
    }
    await writeWhole(join(target, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
    await clearAway(revision, manifest.id, at)
  }

  /** Puts what the manifest does not name into the trash, and lets the staging go. Does nothing when that was done. */
  async function clearAway(revision: DraftKey, id: string, at: Date): Promise<void> {
    const target = folderOf(id)
    const others = (await readdir(target)).filter((name) => name !== MANIFEST && name !== revision)
    const isReplacing = await exists(join(trashOf(revision), MANIFEST))
    if (isReplacing) {
      for (const name of others) await rename(join(target, name), join(trashOf(revision), name))
      await writeWhole(join(trashOf(revision), TRASHED), JSON.stringify({ at }))
    }
    await rm(stageOf(revision), { recursive: true, force: true })
  }

  async function trashedAt(key: DraftKey): Promise<TrashedModel | undefined> {
    const [text, said] = await Promise.all([
      readManifestText(join(trashOf(key), MANIFEST)),
      readManifestText(join(trashOf(key), TRASHED)),
    ])
    const manifest = ModelManifest.safeParse(parseBounded(text ?? '', SMALL_FILE))
    const trashed = Trashed.safeParse(parseBounded(said ?? '', SMALL_FILE))
    return manifest.success && trashed.success
      ? { key, manifest: manifest.data, trashedAt: trashed.data.at }
      : undefined
  }

  return {
    async stage(revision, { draft, files }, step) {
      const places = await drafts.places(draft)
      if (!places.ok) throw new Refused(places.error)
      const isOwn = await drafts.isOwn(draft)
      const taken = new Map<string, ModelFile>()
      // Two networks may keep their numbers in one file.
      for (const path of new Set(Object.values(files))) {
        const from = places.value.get(path)
        if (from === undefined) throw new Refused(message('dropped-model-file-gone', { path }))
        const to = join(stageOf(revision), revision, ...path.split('/'))
        taken.set(path, { path: `${revision}/${path}`, ...(await takeFile(from, { to, isOwn }, step)) })
      }
      const roles = Object.entries(files).flatMap(([role, path]) => {
        const file = taken.get(path)
        return file ? [[role, file] as const] : []
      })
      return { folder: stageOf(revision), files: Object.fromEntries(roles) }
    },
    change: (manifest) =>
      inTurn(manifest.id, async () => {
        const path = join(folderOf(manifest.id), MANIFEST)
        if (!(await exists(path))) return false
        await writeWhole(path, `${JSON.stringify(manifest, null, 2)}\n`)
        return true
      }),
    publish: (revision, manifest, at) => inTurn(manifest.id, () => publish(revision, manifest, at)),
    async isPublished(revision, id) {
      const manifest = ModelManifest.safeParse(
        parseBounded((await readManifestText(join(folderOf(id), MANIFEST))) ?? '', SMALL_FILE),
      ).data
      const [file] = Object.values(manifest?.files ?? {})
      if (manifest === undefined || !file?.path.startsWith(`${revision}/`)) return false
      // A crash may have come before the end.
      await inTurn(id, () => clearAway(revision, id, new Date(manifest.addedAt)))
      return true
    },
    unstage: (revision) => rm(stageOf(revision), { recursive: true, force: true }),
    trash: (key, id, at) =>
      inTurn(id, async () => {
        const target = folderOf(id)
        if (!(await exists(join(target, MANIFEST)))) return false
        await makeFolder(trash)
        await writeWhole(join(target, TRASHED), JSON.stringify({ at }))
        await rename(target, trashOf(key))
        await syncFolder(dirname(target))
        await rmdir(dirname(target)).catch(() => undefined)
        return true
      }),
    async trashed() {
      const names = (await readdir(trash).catch(ifThere)) ?? []
      const keys = names.flatMap((name) => DraftKey.safeParse(name).data ?? [])
      const found = await Promise.all(keys.map(trashedAt))
      return found
        .filter((model) => model !== undefined)
        .toSorted((one, other) => other.trashedAt.getTime() - one.trashedAt.getTime())
    },
    async restore(key) {
      const trashed = await trashedAt(key)
      if (trashed === undefined) return 'not-there'
      return inTurn(trashed.manifest.id, async () => {
        const target = folderOf(trashed.manifest.id)
        if (await exists(target)) return 'taken'
        await makeFolder(dirname(target))
        await rename(trashOf(key), target)
        await syncFolder(dirname(target))
        await rm(join(target, TRASHED), { force: true })
        return 'restored'
      })
    },
    deleteTrashed: (key) => rm(trashOf(key), { recursive: true, force: true }),
    async freeBytes() {
      await makeFolder(folder)
      const { bavail, bsize } = await statfs(folder).catch((failure: unknown) => {
        throw asDiskFull(failure)
      })
      return bavail * bsize
    },
  }
}
