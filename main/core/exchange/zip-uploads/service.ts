import { z } from 'zod'
import { brand } from '#common/border'
import { type Refusal, refusal, refuse } from '#common/errors'
import { ProjectSlug, type TaskId, WorkspaceSlug } from '#common/ids'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import { ok, type Result } from '#common/result'
import { Split } from '#common/split'
import type { Workspace } from '../../access/workspaces/ports.ts'
import type { ReportedFile } from '../../dataset/images/import-ports.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import { isIdle, readTagging } from '../../dataset/tagging/rules.ts'
import type { Clock } from '../../ports.ts'
import { begun } from '../../tasks/begun.ts'
import { inLanes } from '../../tasks/lanes.ts'
import { Refused, type TaskContext, type TaskRepository, type TaskRunner, type TaskWork } from '../../tasks/ports.ts'
import { trailing } from '../../tasks/trailing.ts'
import { importMemory } from '../datasets/import/memory.ts'
import { checkArchive } from '../datasets/limits.ts'
import { DatasetFileError } from '../datasets/ports.ts'
import type { DatasetReaders } from '../datasets/reader-ports.ts'
import type { OpenedZip } from '../datasets/zip.ts'
import { type ZipImport, zipImporter } from './import.ts'
import { type LaterReader, laterReader } from './later-reader.ts'
import { type MixedImage, type MixedPlan, mixedPlan } from './mixed.ts'
import { type ZipInbox, ZipTooLargeError } from './ports.ts'

import { isMixed, MAX_ZIP_BYTES, MAX_ZIP_ENTRIES, planZip } from './rules.ts'
import { importWhole, type WholeImportSources } from './whole.ts'

export type ZipUploadService = ReturnType<typeof zipUploadService>

interface Dependencies extends WholeImportSources {
  readonly inbox: ZipInbox
  readonly readers: DatasetReaders
  readonly tasks: TaskRepository
  readonly runner: TaskRunner
  readonly clock: Clock
  /** Rejects with the signal's reason when that comes first. */
  readonly sleepUntil: (moment: Date, signal: AbortSignal) => Promise<void>
  /** Images taken in at the same time. */
  readonly inFlight: number
}

/** An archive that has arrived. */
interface Opened {
  readonly zip: OpenedZip
  readonly reading: LaterReader
}

/** How long the archive may take to begin to arrive. */
const OPEN_MS = 3_600_000
const LISTED = 1000

const Input = z.object({
  workspace: z.object({ row: z.int(), slug: WorkspaceSlug, name: z.string() }),
  project: ProjectSlug,
  projectId: z.string(),
  split: Split,
  tags: z.array(z.string()),
  batch: z.string(),
  expiresAt: z.iso.datetime(),
})
type Input = z.infer<typeof Input>

export interface ZipUploadWish {
  /** Of images that lie in no folder with a split's name. */
  readonly split: Split
  readonly tags: readonly string[]
  readonly batch: string
}

/** An upload whose archive has not arrived yet. */
interface Waiting {
  readonly signal: AbortSignal
  isReceiving: boolean
  isExpired: boolean
  readonly arrive: () => void
  readonly expire: () => void
}

/**
 * Datasets that come as one ZIP file. The task is there first; it waits for the archive, which lies on the disk until the task has
 * ended. After a crash it goes on with the first file of which it is not written down what became of it.
 */
export function zipUploadService(dependencies: Dependencies) {
  const { inbox, readers, imports, projects, tasks, runner, clock, sleepUntil, inFlight } = dependencies
  const waiting = new Map<string, Waiting>()
  const starting = new Map<string, () => void>()

  const work: TaskWork = {
    kind: 'zip',
    afterCrash: 'resume',
    async run(raw, context) {
      const input = Input.parse(raw)
      const { taskId } = context
      try {
        if (!(await inbox.has(taskId))) await context.idle(() => untilArrived(input, context))
      } finally {
        starting.get(taskId)?.()
      }
      const opened = await inbox.open(taskId, MAX_ZIP_ENTRIES)
      if (!opened.ok) throw new Refused(opened.error)
      const reading = laterReader(() => readers.open(inbox.place(taskId, MAX_ZIP_ENTRIES), context.signal))
      try {
        await importAll({ zip: opened.value, reading }, input, context)
      } catch (failure) {
        throw failure instanceof DatasetFileError ? new Refused(failure.refusal) : failure
      } finally {
        await reading.release()
        opened.value.close()
      }
      return resultOf(taskId, input.project)
    },
    abandon: (_input, taskId) => inbox.discard(taskId),
    settle: (_input, taskId) => inbox.discard(taskId),
  }

  async function untilArrived({ expiresAt }: Input, { taskId, signal }: TaskContext): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => {
        signal.throwIfAborted()
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        const expire = () => reject(new Refused(message('archive-not-arrived')))
        const open: Waiting = { signal, isReceiving: false, isExpired: false, arrive: resolve, expire }
        waiting.set(taskId, open)
        starting.get(taskId)?.()
        const end = () => {
          open.isExpired = true
          if (!open.isReceiving) expire()
        }
        sleepUntil(new Date(expiresAt), signal).then(end, reject)
      })
    } finally {
      waiting.delete(taskId)
    }
  }

  async function importAll(opened: Opened, input: Input, context: TaskContext): Promise<void> {
    const plan = planZip(opened.zip.entries)
    if (!plan.ok) throw new Refused(plan.error)
    const unpacked = [...plan.value.files.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    const size = checkArchive({ packed: opened.zip.packedBytes, unpacked })
    if (!size.ok) throw new Refused(size.error)
    const into = { ...(await importOf(context.taskId, input)), ...opened, plan: plan.value }
    const candidates = await (await opened.reading.reader()).recognise(into.project.type)
    if (isMixed(plan.value, candidates)) await importMixed(into, mixedPlan(plan.value, candidates), context)
    else await importWhole(dependencies, { ...into, candidates }, context)
  }

  async function importMixed(
    into: Omit<ZipImport, 'existing' | 'memory'>,
    { images, refused }: MixedPlan,
    { taskId, signal, report }: TaskContext,
  ): Promise<void> {
    const total = images.length + refused.length
    const earlier = await imports.earlier(taskId)
    const seen = earlier.paths
    const existing = (await projects.classes(into.project.id)).map(({ name }) => name)
    const writes = trailing()
    const memory = importMemory({ imports, taskId, writes }, earlier)
    const importer = zipImporter(dependencies, { ...into, existing, memory })
    let current = 0
    const step = () => report({ current: (current += 1), total })
    report({ current, total })
    try {
      for (const { path, reason } of refused) {
        signal.throwIfAborted()
        if (!seen.has(path)) await importer.refuse(path, reason)
        step()
      }
      await inLanes(images, inFlight, async (image: MixedImage) => {
        signal.throwIfAborted()
        if (!seen.has(image.entry.path)) await importer.takeImage(image)
        step()
      })
      if (seen.size === 0) await importer.tellUnused()
    } finally {
      await writes.settled()
    }
  }

  async function importOf(
    taskId: TaskId,
    { workspace, project: slug, split, tags, batch }: Input,
  ): Promise<Omit<ZipImport, 'plan' | 'existing' | 'memory' | keyof Opened>> {
    const project = await projects.find(workspace, slug)
    if (project === undefined) throw new Refused(refusal('project-gone', { slug }))
    const tagging = readTagging({ addTags: tags })
    if (!tagging.ok) throw new Refused(tagging.error)
    return { taskId, project, split, batch, tagging: isIdle(tagging.value) ? undefined : tagging.value }
  }

  async function resultOf(taskId: TaskId, project: ProjectSlug) {
    const [{ added, duplicates }, annotated, listed, told] = await Promise.all([
      imports.counts(taskId),
      imports.annotated(taskId),
      imports.report(taskId, 'refused', { offset: 0, limit: LISTED }),
      imports.report(taskId, 'note', { offset: 0, limit: LISTED }),
    ])
    const problems = told.rows.filter(({ outcome }) => outcome === 'problem')
    const refused = [...listed.rows, ...problems].slice(0, LISTED).map(reasonOf)
    const notes = told.rows.filter(({ outcome }) => outcome === 'note').map(reasonOf)
    return { added, duplicates, annotated, refused, notes, project }
  }

  /** The task, which waits for its archive when this answers. */
  async function start(workspace: Workspace, project: Project, wish: ZipUploadWish): Promise<Result<TaskId, Refusal>> {
    const expiresAt = new Date(clock.now().getTime() + OPEN_MS).toISOString()
    const { id: projectId, slug } = project
    const input = { workspace, project: slug, projectId, ...wish, expiresAt }
    const task = {
      workspace: project.workspace,
      projectId,
      kind: 'zip' as const,
      title: message('title-import-zip'),
      input,
    }
    const taskId = await runner.create(task)
    readers.warm()
    const { promise: ready, resolve } = Promise.withResolvers<void>()
    starting.set(taskId, resolve)
    const started = await begun(taskId, ready, runner.begin(taskId, 'zip', input).ended)
    starting.delete(taskId)
    return started
  }

  /** Puts the bytes on the disk, whole or not at all. An upload takes one archive. */
  async function receive(task: string, bytes: AsyncIterable<Uint8Array>): Promise<Result<undefined, Refusal>> {
    const open = waiting.get(task)
    if (open === undefined || open.isReceiving || open.isExpired) return closed()
    open.isReceiving = true
    try {
      return await store(brand<TaskId>(task), bytes, open)
    } finally {
      open.isReceiving = false
      if (open.isExpired) open.expire()
    }
  }

  async function store(task: TaskId, bytes: AsyncIterable<Uint8Array>, open: Waiting) {
    try {
      await inbox.receive(task, untilAborted(bytes, open.signal), MAX_ZIP_BYTES)
    } catch (failure) {
      if (open.signal.aborted) return closed()
      if (!(failure instanceof ZipTooLargeError)) throw failure
      return refuse('archive-too-large', { most: MAX_ZIP_BYTES / 1024 ** 3 })
    }
    if (open.signal.aborted) {
      await inbox.discard(task)
      return closed()
    }
    open.arrive()
    return ok(undefined)
  }

  /** Takes away archives whose tasks had ended when the program was killed. */
  async function tidy(): Promise<void> {
    const there = await inbox.tasks()
    const unfinished = new Set((await tasks.unfinished()).map(({ id }) => id))
    for (const task of there) if (!unfinished.has(task)) await inbox.discard(task)
  }

  return { work, start, receive, tidy }
}

async function* untilAborted(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  for await (const chunk of bytes) {
    signal.throwIfAborted()
    yield chunk
  }
}

function closed() {
  return refuse('upload-takes-no-archive')
}

/** Programs read the result of the task: they get the sentence. */
function reasonOf({ path, reason }: ReportedFile) {
  return { path, reason: reason && sentenceOf(reason) }
}
