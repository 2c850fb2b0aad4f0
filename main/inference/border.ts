import type { InputOf, OperationName, OutputOf } from '#core/models/inference/operations'
import type { ModelCall } from '#core/models/inference/ports'
import type { CallContext, ModelInstance } from './host/family.ts'
import type { HostReply, HostRequest } from './host/messages.ts'
import type { ProbeReply, ProbeRequest } from './providers/messages.ts'

/*
 * The border of the processes of models and trials. Both of its sides are this program; the name of an operation tells the types of what goes
 * over, which the compiler cannot follow through a message.
 */

export function readHostRequest(message: unknown): HostRequest {
  return message as HostRequest
}

export function readHostReply(message: unknown): HostReply {
  return message as HostReply
}

export function readProbeRequest(message: unknown): ProbeRequest {
  return message as ProbeRequest
}

export function readProbeReply(message: unknown): ProbeReply {
  return message as ProbeReply
}

/** An operation's output, by its name. */
export function outputOf<Name extends OperationName>(_call: ModelCall<Name>, output: unknown): OutputOf<Name> {
  return output as OutputOf<Name>
}

/** A model's handler of an operation; undefined when it has none. */
export function handlerOf(
  instance: ModelInstance,
  operation: OperationName,
): ((input: InputOf<OperationName>, context: CallContext) => Promise<OutputOf<OperationName>>) | undefined {
  return instance[operation] as ReturnType<typeof handlerOf>
}
