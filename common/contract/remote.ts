import { z } from 'zod'
import { onMachine, ProjectRef, TaskRef } from './kit.ts'

const Counts = z.object({ sent: z.number().int(), there: z.number().int() })

/** Result of sending a project: how much went over, and how much the remote had already. */
export const SendResult = z.object({
  /** Address of the project there. */
  project: z.string(),
  pictures: Counts,
  /** Images whose labels went over, or were the same there. */
  labelled: Counts,
  /** Images that were there already in another split, where they stay. */
  inOtherSplit: z.number().int(),
})
export type SendResult = z.infer<typeof SendResult>

export const remoteContract = {
  /** Sends a project to the other machine of the session; the task of a send that still runs is answered again. */
  send: onMachine.input(ProjectRef).output(TaskRef),
}
