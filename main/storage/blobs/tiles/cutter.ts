import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { err, ok, type Result } from '#common/result'
import { type Child, type ChildEnd, startChild } from '#processes/start'
import { cutFault } from './fault.ts'
import { CutReply, type CutRequest } from './messages.ts'

export interface TileCutter {
  /** Resolves with what went wrong when the image could not be cut. */
  cut(request: CutRequest, report: (share: number) => void): Promise<Result<undefined, Message>>
  /** Ends what is under way; nothing is cut any more. */
  close(): void
}

/** Cuts images in processes of their own, of which `entry` is the program. */
export function tileCutter(entry = new URL('./process.ts', import.meta.url)): TileCutter {
  const running = new Set<Child>()
  let isClosed = false
  return {
    cut(request, report) {
      if (isClosed) return Promise.resolve(err(message('tiles-closing')))
      return new Promise((resolve) => {
        const heard = (told: unknown) => {
          const reply = CutReply.parse(told)
          if (reply.kind === 'progress') return report(reply.share)
          child.hangUp()
          resolve(reply.kind === 'done' ? ok(undefined) : err(reply.reason))
        }
        const ended = ({ code, signal, failure }: ChildEnd) => {
          running.delete(child)
          resolve(err(failure ? cutFault(failure) : message('tiles-process-ended', { code: signal ?? code ?? '' })))
        }
        const child = startChild(entry, { logs: true }, { message: heard, ended })
        running.add(child)
        child.send(request)
      })
    },
    close() {
      isClosed = true
      for (const child of running) child.kill()
    },
  }
}
