import { message } from '#common/messages/message'
import { ModelRunError } from './errors.ts'
import { floatsOf, type Session, type Tensors } from './session.ts'

/** A network on trial: one that answers values that are no numbers for an ordinary image does not run. */
export function trialSession(session: Session): Session {
  return {
    ...session,
    async run(inputs, kept) {
      const outputs = await session.run(inputs, kept)
      const name = Object.keys(outputs).find((output) => holdsNaN(outputs, output))
      if (name === undefined) return outputs
      throw new ModelRunError(message('model-output-not-finite', { name }))
    },
  }
}

function holdsNaN(outputs: Tensors, name: string): boolean {
  const type = outputs[name]?.type
  return (type === 'float32' || type === 'float16') && floatsOf(outputs, name).some(Number.isNaN)
}
