import type { CatalogueEntry } from '#common/inference/catalogue'
import type { InstalledModel, ModelRuntime, ModelShelf } from '../inference/ports.ts'
import type { ModelDrafts } from './ports.ts'
import { downloadKey, pathInDraft } from './rules.ts'

/** A model of the library, as a screen lists it. */
export interface ModelRow extends InstalledModel {
  readonly bytes: number
  /** `verified`: every file is the one that the catalogue states. `unverified`: of the catalogue, which states no SHA-256 of some. */
  readonly origin: 'verified' | 'unverified' | 'own'
  readonly isLoaded: boolean
}

/** A model that can be fetched. */
export interface FetchableModel {
  readonly entry: CatalogueEntry
  readonly isInstalled: boolean
  /** Of all files; null where some are not stated. */
  readonly bytes: number | null
  /** Bytes of an unfinished download; fetching goes on from there. */
  readonly arrivedBytes: number
}

interface Sources {
  readonly shelf: ModelShelf
  readonly drafts: ModelDrafts
  readonly runtime: Pick<ModelRuntime, 'loaded'>
  readonly catalogue: readonly CatalogueEntry[]
}

/** Rows of the Models screen. */
export function modelRows({ shelf, drafts, runtime, catalogue }: Sources) {
  async function installed(): Promise<readonly ModelRow[]> {
    const loaded = new Set(runtime.loaded().map(({ id }) => id))
    return (await shelf.list()).map((model) => {
      const { id, files } = model.manifest
      const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0)
      const entry = catalogue.find((known) => known.id === id)
      return { ...model, bytes, origin: originOf(model, entry), isLoaded: loaded.has(id) }
    })
  }

  async function fetchable(): Promise<readonly FetchableModel[]> {
    const there = new Set((await shelf.list()).map(({ manifest }) => manifest.id))
    return Promise.all(
      catalogue.map(async (entry) => ({
        entry,
        isInstalled: there.has(entry.id),
        bytes: bytesOf(entry),
        arrivedBytes: await drafts.bytes(downloadKey(entry)),
      })),
    )
  }

  return { installed, fetchable }
}

function bytesOf({ files }: CatalogueEntry): number | null {
  return files.some(({ bytes }) => bytes === undefined) ? null : files.reduce((sum, file) => sum + (file.bytes ?? 0), 0)
}

function originOf({ manifest }: InstalledModel, entry: CatalogueEntry | undefined): ModelRow['origin'] {
  if (entry === undefined || manifest.source !== entry.page) return 'own'
  const said = new Map(entry.files.map(({ path, sha256 }) => [path, sha256]))
  const isVerified = Object.values(manifest.files).every((file) => said.get(pathInDraft(file.path)) === file.sha256)
  return isVerified ? 'verified' : 'unverified'
}
