import type { FastifyInstance } from 'fastify'
import { ReadOnlyError } from '#core/ports'
import { describeFailure } from '../kit/http-server.ts'
import { RefusedRequest, statusOf } from '../kit/refused-request.ts'

/** Fault of one value of a request. */
export interface Misfit {
  /** Part of the request (`body`, `query` or `path`), then the path of the value. */
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly type: string
  /** The value, if it is short. */
  readonly input?: unknown
  readonly ctx?: Readonly<Record<string, unknown>>
}

/** Values of the request do not fit the operation. */
export class UnfitRequest extends Error {
  override readonly name = 'UnfitRequest'
  readonly misfits: readonly Misfit[]

  constructor(misfits: readonly Misfit[]) {
    super(misfits.map(({ msg }) => msg).join('; '))
    this.misfits = misfits
  }
}

/** Every error is `{detail}` with a sentence. Values that do not fit are a list in `detail`. */
export function toErrorBody(sentence: string): { detail: string } {
  return { detail: sentence }
}

/** Answers failures of operations. `maxRecordBytes` is stated when a body is too large. */
export function answerFailures(server: FastifyInstance, maxRecordBytes: number): void {
  server.setErrorHandler((failure, request, reply) => {
    if (failure instanceof UnfitRequest) return reply.code(422).send({ detail: failure.misfits })
    if (failure instanceof RefusedRequest) {
      const status = statusOf(failure.refusal)
      const body = toErrorBody(failure.message)
      return reply.code(status).send(status === 529 ? { ...body, error: 'capacity_blocked' } : body)
    }
    const { status, sentence } = describeFailure(failure, request)
    if (status === 413) return reply.code(413).send(toErrorBody(tooLarge(maxRecordBytes)))
    if (failure instanceof ReadOnlyError) return reply.code(503).send(toErrorBody(sentence))
    // The API reference has no 503: a full disk is reported like any other failure to store.
    return reply.code(status === 503 ? 500 : status).send(toErrorBody(diskTrouble(failure, request.method) ?? sentence))
  })
}

/** Codes of the system and the database for a disk that is read-only, faulty or missing. */
const DISK_TROUBLE = /^(?:EROFS|EPERM|EACCES|EIO|ENODEV|SQLITE_(?:READONLY|IOERR|CANTOPEN|CORRUPT|NOTADB))/

function diskTrouble(failure: unknown, method: string): string | undefined {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  if (!DISK_TROUBLE.test(code)) return undefined
  return method === 'GET'
    ? `The event store cannot be read: the disk reports an error (${code}). Check the disk and try again`
    : `The event store cannot be written: the disk is read-only or reports an error (${code}). Nothing was changed. Check the disk and try again`
}

function tooLarge(maxRecordBytes: number): string {
  return `The record is larger than ${maxRecordBytes} bytes, which is the limit (MAX_RECORD_BYTES)`
}
