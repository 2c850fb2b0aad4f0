import type { ProjectSlug, TaskId } from '#common/ids'
import { byNaturalOrder } from '#common/natural-order'
import { refuseWhileLost } from '#renderer/data/connection'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { isJunk, type Picked, type PickedFile } from '#renderer/ui/files/picked'
import { notify, notifyError } from '#renderer/ui/overlay/toast'
import { LOCALE } from '#renderer/words/language'
import { t } from '#renderer/words/words'
import { followNewProject } from './new-projects.ts'
import { type Sent, sendFile } from './send-file.ts'
import { addUpload, changeUpload, isUnderWay, uploadOf, uploadStore } from './upload-store.ts'

const LANES = 4

interface Running {
  readonly taskId: TaskId
  readonly queue: PickedFile[]
  readonly stop: AbortController
  /** More files may still be found. */
  isFinding: boolean
  /** Woken when the queue grew or will not grow any more. */
  wake: (() => void)[]
}

const running = new Map<TaskId, Running>()

/** Brings files into a project. It goes on while the person works elsewhere; the store tells how far it is. */
export async function startImport(project: ProjectSlug, picked: Picked): Promise<void> {
  const chunks = picked.chunks[Symbol.asyncIterator]()
  try {
    const first = await firstWanted(chunks)
    if (first.files.length === 0) {
      notify({
        text:
          first.skipped > 0
            ? t('Nothing to import: {{count}} system files were skipped', { count: first.skipped })
            : t('This folder is empty'),
      })
      return
    }
    refuseWhileLost()
    const name = picked.folder ?? batchName()
    const { taskId } = await studio.imports.start({ project, batchName: name, expected: first.files.length })
    addUpload({
      ...blank,
      taskId,
      project,
      name,
      startedAt: Date.now(),
      found: first.files.length,
      skipped: first.skipped,
    })
    const run: Running = { taskId, queue: [...first.files], stop: new AbortController(), isFinding: true, wake: [] }
    running.set(taskId, run)
    void followNewProject(project, taskId)
    await Promise.all([find(run, chunks), ...Array.from({ length: LANES }, () => lane(run))])
    await finish(run)
  } catch (error) {
    notifyError(error)
  }
}

export async function cancelImport(taskId: TaskId): Promise<void> {
  running.get(taskId)?.stop.abort()
  try {
    await studio.tasks.cancel({ taskId })
  } catch (error) {
    notifyError(error)
  }
}

/** Asks before the window is closed while files are on their way. Called once, by the shell. */
export function warnBeforeLeaving(): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (uploadStore.getState().uploads.some(isUnderWay)) event.preventDefault()
  }
  addEventListener('beforeunload', warn)
  return () => removeEventListener('beforeunload', warn)
}

const blank = {
  status: 'finding',
  answered: 0,
  added: 0,
  duplicates: 0,
  repaired: 0,
  refused: 0,
  unsent: [],
  problem: undefined,
  isHidden: false,
} as const

type Chunks = AsyncIterator<readonly PickedFile[]>

/** The first files that are wanted, so that a folder of system files alone starts no import. */
async function firstWanted(chunks: Chunks): Promise<{ files: readonly PickedFile[]; skipped: number }> {
  let skipped = 0
  for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
    const files = wanted(next.value)
    skipped += next.value.length - files.length
    if (files.length > 0) return { files, skipped }
  }
  return { files: [], skipped }
}

/** The files without those of the system, as a person counts: 2 before 10. */
function wanted(files: readonly PickedFile[]): PickedFile[] {
  return files.filter(({ path }) => !isJunk(path)).sort((a, b) => byNaturalOrder(a.path, b.path))
}

/** Reads the rest of what was dropped and tells the core how many files to expect. */
async function find(run: Running, chunks: Chunks): Promise<void> {
  try {
    for (let next = await chunks.next(); next.done !== true && !run.stop.signal.aborted; next = await chunks.next()) {
      const files = wanted(next.value)
      for (const file of files) run.queue.push(file)
      changeUpload(run.taskId, ({ found, skipped }) => ({
        found: found + files.length,
        skipped: skipped + next.value.length - files.length,
      }))
      await studio.imports.expect({ taskId: run.taskId, expected: uploadOf(run.taskId)?.found ?? 0 })
      wakeLanes(run)
    }
  } catch (error) {
    changeUpload(run.taskId, ({ unsent }) => ({
      unsent: [...unsent, { path: t('Reading the folder'), reason: sentenceOf(error) }],
    }))
  } finally {
    run.isFinding = false
    changeUpload(run.taskId, ({ status }) => (status === 'finding' ? { status: 'sending' } : {}))
    wakeLanes(run)
  }
}

function wakeLanes(run: Running): void {
  const sleepers = run.wake
  run.wake = []
  for (const wake of sleepers) wake()
}

async function lane(run: Running): Promise<void> {
  while (!run.stop.signal.aborted) {
    const next = run.queue.shift()
    if (next !== undefined) take(run, next.path, await sendFile(run.taskId, next, run.stop.signal))
    else if (run.isFinding) await new Promise<void>((resolve) => run.wake.push(resolve))
    else return
  }
}

function take(run: Running, path: string, sent: Sent): void {
  if (sent.kind === 'stop') {
    if (!run.stop.signal.aborted) changeUpload(run.taskId, () => ({ problem: sent.reason }))
    run.stop.abort()
    wakeLanes(run)
    return
  }
  changeUpload(run.taskId, (upload) => {
    const answered = upload.answered + 1
    if (sent.kind === 'unsent') return { answered, unsent: [...upload.unsent, { path, reason: sent.reason }] }
    if (sent.outcome.outcome === 'added') return { answered, added: upload.added + 1 }
    if (sent.outcome.outcome === 'duplicate') return { answered, duplicates: upload.duplicates + 1 }
    if (sent.outcome.outcome === 'repaired') {
      return { answered, duplicates: upload.duplicates + 1, repaired: upload.repaired + 1 }
    }
    return { answered, refused: upload.refused + 1 }
  })
}

async function finish({ taskId, stop }: Running): Promise<void> {
  running.delete(taskId)
  if (stop.signal.aborted) {
    changeUpload(taskId, () => ({ status: 'stopped' }))
    return
  }
  const { added, duplicates, repaired, refused } = await studio.imports.finish({ taskId })
  changeUpload(taskId, () => ({ status: 'finished', added, duplicates, repaired, refused }))
}

/** Loose files are a batch of the moment: "20 Nov, 14:02". */
export function batchName(): string {
  const format = new Intl.DateTimeFormat(LOCALE, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  return format.format(new Date())
}
