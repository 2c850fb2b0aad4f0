import { inspect } from 'node:util'
import { Worker } from 'node:worker_threads'
import { literal, message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import { type FileToWrite, type LinkedFile, type NewFile, readWritten, type WriteFailure } from './border.ts'

/** A file could not be written; message and code are the system's own. */
export class FileWriteError extends Error {
  override readonly name = 'FileWriteError'
  readonly code: string
  readonly syscall: string | undefined

  constructor({ code, message, syscall, said }: WriteFailure) {
    super(message)
    this.code = code ?? 'file-not-written'
    this.syscall = syscall
    if (said) Object.assign(this, { said })
  }
}

/** Writes and links many small files, in a thread of its own. */
export interface FileWriter {
  /** Settles when the file is on the disk under its last name; after a `FileWriteError` nothing may name it. */
  write(file: NewFile | LinkedFile): Promise<void>
}

/** The entry lies beside this file, as its source or beside the bundle. */
const URL_OF_THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './thread.ts' : './blob-writing-thread.mjs',
  import.meta.url,
)

/** A batch holds no more: each of its files is open until it is flushed. */
const MOST_FILES = 128
/** A thread that has had nothing to do for so long ends. */
const IDLE_MS = 10_000

/** Files that come while a batch is being written are the next batch: the slower the disk, the more of them share its flushes. */
export function fileWriter(): FileWriter {
  const asked = new Map<number, PromiseWithResolvers<void>>()
  let waiting: FileToWrite[] = []
  let lastId = 0
  let isWriting = false
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(URL_OF_THREAD)
    let reason: Message = message('thread-ended')
    started.on('message', (message: unknown) => {
      isWriting = false
      for (const { id, failure } of readWritten(message)) settle(id, failure)
      if (waiting.length > 0) send(started)
      else rest(started)
    })
    started.on('error', (failure) => {
      reason = literal(failure.message)
    })
    started.on('exit', () => {
      if (worker !== started) return
      worker = undefined
      isWriting = false
      waiting = []
      const said = message('file-thread-stopped', {}, reason)
      const failure = { message: sentenceOf(said), code: undefined, said }
      for (const id of asked.keys()) settle(id, failure)
    })
    return started
  }

  function settle(id: number, failure: WriteFailure | undefined): void {
    const answered = asked.get(id)
    asked.delete(id)
    if (failure === undefined) answered?.resolve()
    else answered?.reject(new FileWriteError(failure))
  }

  function send(thread: Worker): void {
    const batch = waiting.slice(0, MOST_FILES)
    waiting = waiting.slice(MOST_FILES)
    try {
      thread.postMessage(batch)
      thread.ref()
      isWriting = true
    } catch (failure) {
      // Bytes that another thread was given meanwhile cannot be handed over. The thread has heard nothing of the batch: the other files
      // are sent again.
      const { message } = failure instanceof Error ? failure : { message: inspect(failure) }
      const givenAway = batch.filter(isGivenAway)
      const failed = givenAway.length > 0 ? givenAway : batch
      waiting = [...batch.filter((file) => !failed.includes(file)), ...waiting]
      for (const { id } of failed) settle(id, { message, code: undefined })
      if (waiting.length > 0) send(thread)
      else rest(thread)
    }
  }

  /** Nobody waits: the thread keeps the program from ending no more. */
  function rest(thread: Worker): void {
    thread.unref()
    idle = setTimeout(() => {
      if (worker === thread) worker = undefined
      void thread.terminate()
    }, IDLE_MS).unref()
  }

  return {
    write(file) {
      const answered = Promise.withResolvers<void>()
      lastId += 1
      asked.set(lastId, answered)
      waiting.push({ id: lastId, ...file })
      clearTimeout(idle)
      worker ??= start()
      if (!isWriting) send(worker)
      return answered.promise
    },
  }
}

function isGivenAway(file: FileToWrite): boolean {
  return 'bytes' in file && file.bytes.buffer instanceof ArrayBuffer && file.bytes.buffer.detached
}
