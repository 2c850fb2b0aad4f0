import type { InputOf, OperationName, OutputOf } from '#core/inference/operations'
import type { ModelCall } from '#core/inference/ports'
import type { CallContext, ModelInstance } from './host/family.ts'

/*
 * The border of the process of the models. Both of its sides are this program; the name of an operation tells the types of what goes
 * over, which the compiler cannot follow through a message.
 */

/** What an operation answered, by its name. */
export function outputOf<Name extends OperationName>(_call: ModelCall<Name>, output: unknown): OutputOf<Name> {
  return output as OutputOf<Name>
}

/** What a model does for an operation; undefined when it cannot do it. */
export function handlerOf(
  instance: ModelInstance,
  operation: OperationName,
): ((input: InputOf<OperationName>, context: CallContext) => Promise<OutputOf<OperationName>>) | undefined {
  return instance[operation] as ReturnType<typeof handlerOf>
}
