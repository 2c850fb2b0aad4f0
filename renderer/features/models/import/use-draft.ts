import { useEffect, useRef, useState } from 'react'
import { modelFileUrl } from '#common/contract/urls'
import type { DraftKey } from '#common/inference/recognition'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { sendBytes } from '#renderer/features/imports/entrance/send-file'
import { isJunk, type Picked, type PickedFile } from '#renderer/ui/files/picked'
import { t } from '#renderer/words/words'

/** Where a model that is imported comes from. */
export type ImportSource =
  | { readonly kind: 'files'; readonly picked: Picked }
  | { readonly kind: 'path'; readonly path: string }

export type Draft =
  | { readonly step: 'sending'; readonly sent: number; readonly total: number; readonly name: string }
  | { readonly step: 'arrived'; readonly draft: DraftKey }
  | { readonly step: 'stopped'; readonly reason: string }

export interface DraftHandle {
  readonly draft: Draft
  /** The core reads the files until this ends; a dialog that is closed before does not let them go earlier. */
  readonly keepDuring: (use: Promise<unknown>) => void
}

/** Brings the files to the core while the dialog is open; what was not installed is let go after it. */
export function useDraft(source: ImportSource): DraftHandle {
  const [draft, setDraft] = useState<Draft>({ step: 'sending', sent: 0, total: 0, name: '' })
  const use = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    const stop = new AbortController()
    let key: DraftKey | undefined
    const bring = async () => {
      key = await openDraft(source, stop.signal, setDraft)
      if (stop.signal.aborted) letGo(key)
      else setDraft({ step: 'arrived', draft: key })
    }
    bring().catch((error: unknown) => {
      if (!stop.signal.aborted) setDraft({ step: 'stopped', reason: sentenceOf(error) })
    })
    return () => {
      stop.abort()
      void letGoAfter(use.current, key)
    }
  }, [source])
  return {
    draft,
    keepDuring(next) {
      use.current = next.catch(() => undefined)
    },
  }
}

async function letGoAfter(use: Promise<unknown>, draft: DraftKey | undefined): Promise<void> {
  await use
  if (draft !== undefined) letGo(draft)
}

/** Nobody waits for it; what stays is taken away when the program starts the next time. */
function letGo(draft: DraftKey): void {
  studio.models.discard({ draft }).catch(() => undefined)
}

async function openDraft(source: ImportSource, signal: AbortSignal, tell: (draft: Draft) => void): Promise<DraftKey> {
  if (source.kind === 'path') return (await studio.models.linkDraft({ path: source.path })).draft
  const files = await filesOf(source.picked)
  if (files.length === 0) throw new Error(t('It contains no files'))
  const { draft } = await studio.models.openDraft()
  try {
    await sendAll(draft, files, { signal, tell })
    return draft
  } catch (error) {
    letGo(draft)
    throw error
  }
}

/** Paths below the folder that was picked. */
async function filesOf({ folder, chunks }: Picked): Promise<readonly PickedFile[]> {
  const files: PickedFile[] = []
  const start = folder === undefined ? '' : `${folder}/`
  for await (const chunk of chunks) {
    for (const { path, file } of chunk) {
      if (!isJunk(path)) files.push({ path: path.startsWith(start) ? path.slice(start.length) : path, file })
    }
  }
  return files
}

interface Sending {
  readonly signal: AbortSignal
  readonly tell: (draft: Draft) => void
}

async function sendAll(draft: DraftKey, files: readonly PickedFile[], { signal, tell }: Sending): Promise<void> {
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  let sent = 0
  for (const { path, file } of files) {
    tell({ step: 'sending', sent, total, name: path })
    const outcome = await sendBytes(modelFileUrl(draft, path), file, signal)
    if (outcome.kind !== 'taken') throw new Error(`${path}: ${outcome.reason}`)
    sent += file.size
  }
}
