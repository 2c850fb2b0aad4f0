import type { TaskKind, TaskView } from '#common/contract/tasks'
import type { ProjectId, TaskId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { WorkspaceRow } from '../access/workspaces/ports.ts'

export interface NewTask {
  readonly id: TaskId
  readonly workspace: WorkspaceRow
  readonly projectId: ProjectId | undefined
  readonly kind: TaskKind
  readonly title: Message
  /** Plain data that lets the work be taken up again after a crash. */
  readonly input: unknown
  readonly createdAt: Date
}

export interface TaskProgress {
  readonly current: number
  readonly total: number
}

export type TaskResult = Readonly<Record<string, unknown>>

/** A task that was not over when the program ended. */
export interface UnfinishedTask {
  readonly id: TaskId
  readonly kind: TaskKind
  readonly input: unknown
  /** How often it was begun without getting further than before. */
  readonly attempts: number
}

export interface TaskRepository {
  create(task: NewTask): Promise<void>
  /** Counts an attempt, and is on disk before the work begins. */
  setRunning(id: TaskId, now: Date): Promise<void>
  /** A crash from here on is not the work's fault: the attempt does not count. */
  uncountAttempt(id: TaskId): Promise<void>
  setProgress(id: TaskId, progress: TaskProgress, now: Date): Promise<void>
  complete(id: TaskId, result: TaskResult, now: Date): Promise<void>
  fail(id: TaskId, error: Message, now: Date): Promise<void>
  find(workspace: WorkspaceRow, id: TaskId): Promise<TaskView | undefined>
  list(workspace: WorkspaceRow): Promise<TaskView[]>
  /** Input that the task was created with. */
  input(id: TaskId): Promise<unknown>
  unfinished(): Promise<UnfinishedTask[]>
}

export interface TaskContext {
  readonly taskId: TaskId
  readonly signal: AbortSignal
  report(progress: TaskProgress): void
}

/** The context of a task that may have to wait for somebody. */
export interface PatientContext extends TaskContext {
  /** Waits for what somebody else must do first: crashes meanwhile do not count against the task. */
  idle(wait: () => Promise<void>): Promise<void>
}

/** One kind of long work: what it does, and what becomes of it when the program was killed in its middle. */
export interface TaskWork {
  readonly kind: TaskKind
  /** The work. Throws `Refused` or the signal's reason; whatever it leaves behind then is cleaned by `abandon`. */
  run(input: unknown, context: PatientContext): Promise<TaskResult>
  /** After a crash: `resume` runs it again from where it was, `abandon` ends it with a plain reason. */
  readonly afterCrash: 'resume' | { readonly abandon: Message }
  /** Crashes in a row without getting any further after which it is given up; two unless told otherwise. */
  readonly mostCrashes?: number
  /** Nothing of an unfinished run is of use: `abandon` removes all of it. */
  readonly isAllOrNothing?: true
  /** Takes away what a failed, canceled or abandoned run left. */
  abandon?(input: unknown, taskId: TaskId): Promise<void>
  /** Takes away what only the work needed, when its result is written. */
  settle?(input: unknown, taskId: TaskId): Promise<void>
}

export type TaskEnd = { readonly kind: 'completed' } | { readonly kind: 'failed'; readonly failure: unknown }

export interface BegunTask {
  /** Never rejects. */
  readonly ended: Promise<TaskEnd>
}

/** Starts long work and keeps its row true. */
export interface TaskRunner {
  register(work: TaskWork): void
  /** Persists the task. Nothing runs before `begin`. */
  create(task: Omit<NewTask, 'id' | 'createdAt'>): Promise<TaskId>
  begin(id: TaskId, kind: TaskKind, input: unknown): BegunTask
  /** False when the task is not running here. */
  cancel(id: TaskId): boolean
}

/** Ends a task with a message for people. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly said: Message

  constructor(said: Message) {
    super(sentenceOf(said))
    this.said = said
  }
}
