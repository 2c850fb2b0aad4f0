import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import type { CatalogueEntry, CatalogueFile } from '#common/inference/catalogue'
import { DraftKey } from '#common/inference/recognition'
import { message } from '#common/messages/message'
import { reasonOf } from '#common/messages/sentence'
import { err, ok, type Result } from '#common/result'
import { Refused, type TaskContext, type TaskWork } from '../../tasks/ports.ts'
import { accepted, type InstallSources, installDraft } from './install.ts'
import {
  type DownloadAnswer,
  DownloadBrokenError,
  type ModelDownloads,
  type ModelSettingsStore,
  type PartialFile,
} from './ports.ts'
import { answersOf, checkRoom, downloadKey, MAX_MODEL_BYTES } from './rules.ts'

export interface FetchSources extends InstallSources {
  readonly downloads: ModelDownloads
  readonly settings: ModelSettingsStore
  /** Ends early, by throwing, when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export const FetchInput = z.object({ entry: z.string(), revision: DraftKey, acceptedAt: z.string().optional() })
export type FetchInput = z.infer<typeof FetchInput>

/** A host that breaks off is asked for the rest after these times, one after the other as long as nothing more arrives. */
const PAUSES_MS = [1000, 4000, 15_000]

/**
 * Models of the catalogue, fetched file by file. What has arrived stays when a download fails, is canceled or is cut off by a crash,
 * and the next one goes on behind it.
 */
export function fetchWork(sources: FetchSources, entryOf: (id: string) => CatalogueEntry | undefined): TaskWork {
  return {
    kind: 'model-fetch',
    afterCrash: 'resume',
    // The catalogue vouches for the files, so a crash is not their fault, and a download of hours is not given up after two.
    mostCrashes: 10,
    async run(raw, context) {
      const input = FetchInput.parse(raw)
      const entry = entryOf(input.entry)
      if (entry === undefined) throw new Refused(message('catalogue-model-gone', { model: input.entry }))
      const key = downloadKey(entry)
      if (!(await sources.folder.isPublished(input.revision, entry.id))) await download(sources, entry, context)
      const answers = answersOf(entry)
      const installing = { ...context, report: () => undefined }
      try {
        const result = await installDraft(sources, { ...input, key, entry, id: entry.id, answers }, installing)
        return {
          ...result,
          unverified: entry.files.filter(({ sha256 }) => sha256 === undefined).map(({ path }) => path),
        }
      } catch (failure) {
        // Whole files that are no sound model are not worth keeping.
        if (failure instanceof Refused) await sources.drafts.discard(key)
        throw failure
      }
    },
    async abandon(raw) {
      await sources.folder.unstage(FetchInput.parse(raw).revision)
    },
  }
}

async function download(sources: FetchSources, entry: CatalogueEntry, { signal, report }: TaskContext): Promise<void> {
  const { drafts, folder } = sources
  const key = downloadKey(entry)
  const { mirror } = await sources.settings.read()
  const known = entry.files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
  accepted(checkRoom(known - (await drafts.bytes(key)), await folder.freeBytes()))
  await drafts.open(key)
  const there = new Map<string, number>()
  const totals = new Map(entry.files.map(({ path, bytes }) => [path, bytes ?? 0]))
  for (const { path } of entry.files) there.set(path, await drafts.arrived(key, path))
  const tell = (path: string, bytes: number, total: number) => {
    there.set(path, bytes)
    totals.set(path, Math.max(total, bytes))
    report({ current: sum(there), total: Math.max(sum(totals), sum(there)) })
  }
  for (const file of entry.files) {
    const url = new URL(file.url, mirror ?? entry.base).href
    accepted(
      await downloadFile(
        sources,
        { key, file, url, trusted: mirror !== null, tell: (...told) => tell(file.path, ...told) },
        signal,
      ),
    )
  }
}

interface Wanted {
  readonly key: DraftKey
  readonly file: CatalogueFile
  readonly url: string
  /** The operator chose the host. */
  readonly trusted: boolean
  readonly tell: (bytes: number, total: number) => void
}

/** Asks again for the rest as long as the host breaks off, and gives up when nothing more arrives. */
async function downloadFile(
  sources: FetchSources,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Result<undefined, Refusal>> {
  const { drafts } = sources
  const { key, file } = wanted
  const isThere = accepted(await drafts.files(key)).files.some(({ path }) => path === file.path)
  if (isThere) return ok(undefined)
  let pauses = PAUSES_MS.values()
  while (true) {
    signal.throwIfAborted()
    const before = await drafts.arrived(key, file.path)
    const outcome = await downloadPiece(sources, wanted, signal)
    signal.throwIfAborted()
    if (outcome.ok || reasonOf(outcome.error) !== 'model-download-failed') return outcome
    if ((await drafts.arrived(key, file.path)) > before) pauses = PAUSES_MS.values()
    const pause = pauses.next()
    if (pause.done) return outcome
    await sources.sleep(pause.value, signal)
  }
}

async function downloadPiece(
  { drafts, downloads }: FetchSources,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Result<undefined, Refusal>> {
  const partial = await drafts.partial(wanted.key, wanted.file.path)
  try {
    const { bytes: offset, mark } = partial
    const answer = await downloads.open(wanted.url, { offset, mark, trusted: wanted.trusted }, signal)
    return answer.ok ? await takeBytes(partial, answer.value, wanted) : answer
  } catch (failure) {
    if (failure instanceof DownloadBrokenError) return err(failure.refusal)
    throw failure
  } finally {
    await partial.close()
  }
}

/** Puts the bytes of an answer behind those that are there, or in their place when the host began again. */
async function takeBytes(
  partial: PartialFile,
  answer: DownloadAnswer,
  { file, tell }: Wanted,
): Promise<Result<undefined, Refusal>> {
  const total = checkLength(answer, file)
  if (!total.ok) return total
  if (answer.offset === 0) await partial.restart(answer.mark)
  const most = total.value ?? MAX_MODEL_BYTES
  let arrived = answer.offset
  for await (const chunk of answer.bytes) {
    arrived += chunk.byteLength
    if (arrived > most) return tooLong(file, most)
    await partial.append(chunk)
    tell(arrived, total.value ?? 0)
  }
  if (total.value !== undefined && arrived < total.value) return brokenOff(file, arrived, total.value)
  await partial.finish()
  return ok(undefined)
}

/** The length of the whole file, where it is known; a host with another file is refused before its bytes come. */
function checkLength(
  { totalBytes }: DownloadAnswer,
  { path, bytes }: CatalogueFile,
): Result<number | undefined, Refusal> {
  if (totalBytes === undefined || bytes === undefined || totalBytes === bytes) return ok(bytes ?? totalBytes)
  return refuse('download-of-other-size', { path, offered: totalBytes, stated: bytes })
}

function tooLong({ path }: CatalogueFile, most: number) {
  return refuse('download-larger-than-named', { most, path })
}

function brokenOff({ path }: CatalogueFile, arrived: number, total: number) {
  return refuse('download-broke-off', { path, arrived, total })
}

function sum(bytes: ReadonlyMap<string, number>): number {
  return [...bytes.values()].reduce((all, one) => all + one, 0)
}
