import type { ExportFormat } from '#common/contract/exports'
import { ProjectType } from '#common/contract/projects'
import { refuse } from '#common/errors'
import type { ProjectSlug, TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { said } from '#common/messages/sentence'
import { ok } from '#common/result'
import type { ArchiveStream, VersionAnswer } from '../management/model.ts'
import type { Outcome } from '../management/outcome.ts'
import { inLanes } from '../tasks/lanes.ts'
import { isPassing } from './passing.ts'
import type { Remote } from './ports.ts'
import type { RemoteTasks } from './tasks.ts'

interface Dependencies extends Remote {
  readonly tasks: RemoteTasks
}

interface Of {
  readonly project: ProjectSlug
  readonly version: number
}

type Made = NonNullable<ExportFormat['made']>

const ASK_MS = 1000
/** Progress comes as a share. */
const STEPS = 100

/** Archives that another machine makes. They are passed through: nothing of them stays here. */
export function remoteExports({ management, formats: formatsFor, tasks, wait, notes }: Dependencies) {
  /** The facts of finished archives never change. */
  const known = new Map<string, Made>()

  async function formats({ project, version }: Of): Outcome<ExportFormat[]> {
    const answer = await management.version(project, version)
    if (!answer.ok) return answer
    const { exports } = answer.value.version
    const offered = offeredFor(answer.value)
    const made = await inLanes(offered, 2, async ({ id }) =>
      exports.includes(id) ? madeOf({ project, version }, id) : null,
    )
    return ok(offered.map((format, index) => ({ ...format, keeps: said(format.keeps), made: made[index] ?? null })))
  }

  function offeredFor({ project: { type } }: VersionAnswer) {
    const kind = ProjectType.safeParse(type)
    return kind.success ? formatsFor(kind.data) : []
  }

  /** Null when it cannot be told now: then it can be asked for again. */
  async function madeOf(of: Of, format: string): Promise<Made | null> {
    const key = `${of.project} ${of.version} ${format}`
    const met = known.get(key)
    if (met) return met
    const archive = await open(of, format)
    if (!archive.ok) return null
    await release(archive.value)
    const { fileName, bytes } = archive.value
    const made = { url: `/exports/${of.project}/${of.version}/${format}`, fileName, bytes, sha256: null }
    known.set(key, made)
    return made
  }

  /** The finished archive as it comes. */
  async function open({ project, version }: Of, format: string): Outcome<ArchiveStream> {
    const state = await management.export(project, version, format)
    if (!state.ok) return state
    if (state.value.kind === 'working') return refuse('archive-not-ready')
    return management.download(state.value.archive)
  }

  async function start({ project, version }: Of, format: string): Outcome<TaskId> {
    const first = await management.export(project, version, format)
    if (!first.ok) return first
    const task = tasks.begin({ kind: 'export', project, title: message('title-export-version', { version, format }) })
    // It ends when the studio works elsewhere.
    void follow({ project, version }, format, task).catch(() => undefined)
    return ok(task.taskId)
  }

  async function follow(of: Of, format: string, task: ReturnType<RemoteTasks['begin']>): Promise<void> {
    while (!task.signal.aborted) {
      const state = await management.export(of.project, of.version, format)
      if (!state.ok && !isPassing(state.error)) return task.end(state)
      if (state.ok && state.value.kind === 'ready') {
        const made = await madeOf(of, format)
        notes.publish({ kind: 'versions', project: of.project })
        return task.end(ok({ url: made?.url }))
      }
      if (state.ok && state.value.kind === 'working')
        task.report({ current: Math.floor(state.value.progress * STEPS), total: STEPS })
      await wait(ASK_MS)
    }
  }

  return { formats, start, open }
}

/** Lets go of an archive that was opened for its size alone. */
async function release({ content }: ArchiveStream): Promise<void> {
  await content[Symbol.asyncIterator]().return?.()
}
