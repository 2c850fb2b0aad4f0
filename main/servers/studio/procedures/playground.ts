import { implement } from '@orpc/server'
import { playgroundContract } from '#common/contract/playground'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'
import { trialPicture } from '../trial-picture.ts'

const os = implement(playgroundContract)

export function playgroundProcedures(services: StudioServices) {
  return os.router({
    ask: os.ask.handler(async ({ input, signal }) => {
      const picture = answer(await trialPicture(services, input.picture))
      return answer(await services.playground.ask(input, picture, signal))
    }),
  })
}
