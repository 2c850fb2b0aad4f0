import { ImportOutcome } from '#common/contract/imports'
import { importFileUrl } from '#common/contract/urls'
import type { TaskId } from '#common/ids'
import { connected } from '#renderer/data/connection'
import { refusalIn } from '#renderer/data/error-body'
import type { PickedFile } from '#renderer/ui/files/picked'
import { t } from '#renderer/words/words'

/** The result for one file: an answer of the core, a reason why there is none, or the end of the whole import. */
export type Sent =
  | { readonly kind: 'answered'; readonly outcome: ImportOutcome }
  | { readonly kind: 'unsent'; readonly reason: string }
  | { readonly kind: 'stop'; readonly reason: string }

const RETRIES = 6
/** A core that is starting, stopping, or was started again and does not know this page yet: worth another try. */
const PASSING = new Set([401, 502, 503, 504])
const LOST = t('The connection was lost while it was sent')

/** Sends a file into an import. */
export async function sendFile(taskId: TaskId, { path, file }: PickedFile, signal: AbortSignal): Promise<Sent> {
  const sent = await sendBytes(importFileUrl(taskId, path), file, signal)
  return sent.kind === 'taken' ? await readOutcome(sent.response) : sent
}

type SentBytes = Exclude<Sent, { readonly kind: 'answered' }> | { readonly kind: 'taken'; readonly response: Response }

/** Sends one file's bytes as they are on the disk. While the core is away it waits; a fault of its own is tried again. */
export async function sendBytes(url: string, file: File, signal: AbortSignal): Promise<SentBytes> {
  for (let attempt = 0; attempt <= RETRIES; attempt++) {
    await connected(signal)
    if (attempt > 0) await pause(Math.min(8000, 500 * 2 ** (attempt - 1)), signal)
    if (signal.aborted) return { kind: 'stop', reason: t('Canceled') }
    const response = await put(url, file, signal)
    if (response === undefined) {
      if (signal.aborted || (await isReadable(file))) continue
      return { kind: 'unsent', reason: t('This file can no longer be read') }
    }
    if (response.ok) return { kind: 'taken', response }
    if (!PASSING.has(response.status)) return await readFailure(response)
  }
  return { kind: 'unsent', reason: LOST }
}

/** The response, or undefined when no answer came. */
async function put(url: string, body: File, signal: AbortSignal): Promise<Response | undefined> {
  try {
    return await fetch(url, { method: 'PUT', body, signal, headers: { 'content-type': 'application/octet-stream' } })
  } catch {
    return undefined
  }
}

async function readOutcome(response: Response): Promise<Sent> {
  try {
    return { kind: 'answered', outcome: ImportOutcome.parse(await response.json()) }
  } catch {
    return { kind: 'unsent', reason: LOST }
  }
}

/** 409: the import does not run any more; 507: the disk is full. Everything else is about this one file. */
async function readFailure(response: Response): Promise<SentBytes> {
  const reason = await errorSentence(response)
  return { kind: response.status === 409 || response.status === 507 ? 'stop' : 'unsent', reason }
}

async function errorSentence(response: Response): Promise<string> {
  try {
    const refusal = refusalIn(await response.json())
    if (refusal !== undefined) return refusal
  } catch {
    // The status line below says what there is to say.
  }
  return t('Tessera answered {{status}}', { status: response.status })
}

async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
