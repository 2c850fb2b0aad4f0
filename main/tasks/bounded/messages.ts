import type { Refusal } from '#common/errors'
/** Messages to a bounded process. `over` ends a lease: whatever was opened for it is closed. */
export type ToProcess =
  | { readonly kind: 'ask'; readonly call: number; readonly request: unknown }
  | { readonly kind: 'over' }

/** Messages from the process: answers, and between them signs of life, with the work under way. */
export type FromProcess =
  | { readonly kind: 'answer'; readonly call: number; readonly value: unknown }
  | {
      readonly kind: 'failed'
      readonly call: number
      readonly name: string
      readonly message: string
      /** Of a failure that carries one. */
      readonly refusal?: Refusal
    }
  | { readonly kind: 'alive'; readonly at: string | undefined }

/** Exit status of a process that ran out of memory; what V8 ends with by itself on every system. */
export const OUT_OF_MEMORY = 134

/** Reads what came over the border; a message of another shape is a bug on one of the two sides. */
export function readToProcess(message: unknown): ToProcess {
  if (isToProcess(message)) return message
  throw new TypeError('A bounded process was sent something that is no request')
}

export function readFromProcess(message: unknown): FromProcess {
  if (isFromProcess(message)) return message
  throw new TypeError('A bounded process sent something that is no reply')
}

function isToProcess(message: unknown): message is ToProcess {
  if (!isRecord(message)) return false
  return message['kind'] === 'over' || (message['kind'] === 'ask' && typeof message['call'] === 'number')
}

function isFromProcess(message: unknown): message is FromProcess {
  if (!isRecord(message)) return false
  if (message['kind'] === 'alive') return message['at'] === undefined || typeof message['at'] === 'string'
  if (typeof message['call'] !== 'number') return false
  return message['kind'] === 'answer' || (message['kind'] === 'failed' && typeof message['message'] === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
