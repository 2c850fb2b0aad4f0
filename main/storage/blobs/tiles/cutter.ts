import { type ChildProcess, fork } from 'node:child_process'
import { err, ok, type Result } from '#common/result'
import { CutReply, type CutRequest } from './messages.ts'

export interface TileCutter {
  /** Resolves with what went wrong, in one line, when the picture could not be cut. */
  cut(request: CutRequest, report: (share: number) => void): Promise<Result<undefined, string>>
  /** Ends what is under way; nothing is cut any more. */
  close(): void
}

/** Cuts pictures in processes of their own, of which `entry` is the program. */
export function tileCutter(entry = new URL('./process.ts', import.meta.url)): TileCutter {
  const running = new Set<ChildProcess>()
  let isClosed = false
  return {
    cut(request, report) {
      if (isClosed) return Promise.resolve(err('Tessera is closing. Try again after the restart'))
      const child = fork(entry, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
      running.add(child)
      return new Promise((resolve) => {
        child.on('message', (message) => {
          const reply = CutReply.parse(message)
          if (reply.kind === 'progress') report(reply.share)
          else resolve(reply.kind === 'done' ? ok(undefined) : err(firstLine(reply.reason)))
        })
        child.once('error', (failure) => resolve(err(failure.message)))
        child.once('exit', (code, signal) => {
          running.delete(child)
          resolve(err(`The process that prepares pictures ended (${signal ?? code})`))
        })
        // One that ended at once cannot be told; its end is the answer.
        child.send(request, () => undefined)
      })
    },
    close() {
      isClosed = true
      for (const child of running) child.kill('SIGKILL')
    },
  }
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text
}
