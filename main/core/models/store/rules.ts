import { brand } from '#common/border'
import { type Refusal, refuse } from '#common/errors'
import type { CatalogueEntry } from '#common/inference/catalogue'
import { ModelId, type ModelManifest } from '#common/inference/manifest'
import { DraftKey, type ModelAnswers, type RecognisedModel } from '#common/inference/recognition'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { StagedFiles } from './ports.ts'

/** The largest public models have a third of this. */
export const MAX_MODEL_BYTES = 20 * 1024 ** 3
export const MAX_MODEL_FILES = 2000
/** Requests that a model still runs when it is removed or replaced may end within this time. */
export const PATIENCE_MS = 10_000
/** Left free when a model is written, for the database beside it. */
const SPARE_BYTES = 256 * 1024 ** 2
const MAX_PATH = 400
const MAX_DEPTH = 12

/** Names that no folder of any system may have, and those that hide or lead out of the folder. */
const UNSAFE_NAME = /^\.|[. ]$|[<>:"|?*\p{Cc}]|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu

/** A path of a dropped file, with `/`; undefined for one that no folder of a model may hold, hidden files among them. */
export function safePath(path: string): string | undefined {
  const parts = path.replaceAll('\\', '/').split('/')
  if (path.length > MAX_PATH || parts.length > MAX_DEPTH) return undefined
  return parts.every((part) => part !== '' && !UNSAFE_NAME.test(part)) ? parts.join('/') : undefined
}

/** The path of an installed file as it was in the draft: without the name of the revision. */
export function pathInDraft(path: string): string {
  return path.slice(path.indexOf('/') + 1)
}

export function checkModelId(id: string): Result<string, Refusal> {
  if (ModelId.safeParse(id).success && safePath(id) === id) return ok(id)
  return refuse('model-id-unusable', { id: shorten(id) })
}

/** The address of a mirror, with a slash at its end. An operator may name a place of the own network. */
export function checkMirror(address: string): Result<string, Refusal> {
  const [, scheme, host, path = ''] = /^(https?):\/\/([^\s/?#@]+)(\/[^\s?#]*)?$/i.exec(address.trim()) ?? []
  if (scheme !== undefined) return ok(`${scheme.toLowerCase()}://${host}${path.replace(/\/*$/, '/')}`)
  return refuse('mirror-malformed', { address: shorten(address) })
}

/** Refuses a model that would fill the disk. */
export function checkRoom(needed: number, free: number): Result<undefined, Refusal> {
  if (needed > MAX_MODEL_BYTES) return modelTooLarge()
  if (needed + SPARE_BYTES <= free) return ok(undefined)
  return refuse('no-room-for-model', { needed, free })
}

export function modelTooLarge() {
  return refuse('model-files-too-large', { most: MAX_MODEL_BYTES / 1024 ** 3 })
}

/** The one place for what is fetched of an entry, so that a download goes on where another one ended. */
export function downloadKey({ id }: CatalogueEntry): DraftKey {
  return brand<DraftKey>(`fetch~${id.replace('/', '~').replaceAll(/[^\w~-]/g, '-')}`)
}

export function isDownload(key: DraftKey): boolean {
  return key.startsWith('fetch~')
}

/** The catalogue's answers about its files, which come before what they say themselves. */
export function answersOf({ id, name, family, task, classNames }: CatalogueEntry): ModelAnswers {
  return { id, name, family, task, ...(classNames && { classNames }) }
}

interface Installing {
  readonly id: string
  readonly staged: StagedFiles
  readonly now: Date
  readonly entry?: CatalogueEntry | undefined
  /** When a person accepted the licence of the entry. */
  readonly acceptedAt?: string | undefined
}

export function manifestOf(recognised: RecognisedModel, installing: Installing): ModelManifest {
  const { suggestedId: _id, unused: _unused, questions: _questions, notes: _notes, ...said } = recognised
  const { id, staged, now, entry, acceptedAt } = installing
  return {
    ...said,
    ...(entry && { source: entry.page, licence: licenceOf(entry, acceptedAt) }),
    ...(entry?.input && { input: entry.input }),
    ...(entry?.layout && { layout: entry.layout }),
    format: 1,
    id,
    files: { ...staged.files },
    addedAt: now.toISOString(),
  }
}

function licenceOf({ licence: { name, url } }: CatalogueEntry, acceptedAt: string | undefined) {
  return { name, url, ...(acceptedAt !== undefined && { acceptedAt }) }
}

/** The first open question as a refusal. Of what the catalogue lists, what is usual for its family is right. */
export function unanswered({ questions }: RecognisedModel, entry?: CatalogueEntry): Result<undefined, Refusal> {
  const [question] = entry === undefined ? questions : questions.filter(({ id }) => id !== 'input')
  return question === undefined ? ok(undefined) : refuse('model-question-open', {}, question.says)
}
