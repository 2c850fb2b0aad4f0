import type { EventRecord } from '#core/events/ports'
import type { Answer, Call } from './thread/messages.ts'

/*
 * The boundary of the database's threads. Both sides are this program. The name of an operation determines the types of
 * its arguments and result, which the compiler cannot follow through a message.
 */

type Operations = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>

/** Runs a call. An unknown name is a bug. */
export async function runCall(operations: Operations, { operation, args }: Call): Promise<unknown> {
  const run = operations[operation] as ((...args: readonly unknown[]) => Promise<unknown>) | undefined
  if (run === undefined) throw new Error(`There is no operation ${operation} on the events`)
  return run(...args)
}

/** Returns the buffers of long events, which are transferred without a copy. */
export function buffersIn(calls: readonly Call[]): ArrayBuffer[] {
  return calls.flatMap(({ operation, args }) => {
    if (operation !== 'create') return []
    const { members } = args[0] as EventRecord
    return typeof members === 'string' ? [] : [members.bytes.buffer]
  })
}

/** Returns the buffers in answers, which are transferred without a copy. */
export function buffersInAnswers(answers: readonly Answer[]): ArrayBuffer[] {
  return answers.flatMap(({ value }) => {
    const bytes = value instanceof Uint8Array ? value : isPage(value) ? value.events : undefined
    return bytes?.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : []
  })
}

function isPage(value: unknown): value is { readonly events: Uint8Array } {
  return typeof value === 'object' && value !== null && 'events' in value && value.events instanceof Uint8Array
}

/** Returns an object whose functions call those of the same names on the other side. */
export function forwarding<Target>(
  names: readonly (keyof Target & string)[],
  call: (operation: string, args: readonly unknown[]) => Promise<unknown>,
): Target {
  return Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => call(name, args)])) as Target
}
