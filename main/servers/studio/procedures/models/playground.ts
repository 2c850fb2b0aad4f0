import { implement } from '@orpc/server'
import { playgroundContract } from '#common/contract/models/playground'
import { answer } from '../../answer.ts'
import type { StudioServices } from '../../services.ts'
import { trialImage } from '../../trial-image.ts'

const os = implement(playgroundContract)

export function playgroundProcedures(services: StudioServices) {
  return os.router({
    ask: os.ask.handler(async ({ input, signal }) => {
      const image = answer(await trialImage(services, input.image))
      return answer(await services.playground.ask(input, image, signal))
    }),
  })
}
