import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ImageId, ProjectSlug, TaskId } from '../ids.ts'
import { isReason } from '../messages/reasons.ts'

/** A message as it travels: its sentence is made where it is read. */
const Message = z.object({
  code: z.string(),
  get params() {
    return z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()), Message]))
  },
  get cause() {
    return Message.optional()
  },
})

/** Every procedure may refuse. The message of the error is the English sentence; pages make their own from the code. */
export const procedure = oc.errors({
  REFUSED: { status: 409, data: Message.extend({ reason: z.string().refine(isReason) }) },
})

export const ProjectRef = z.object({ project: ProjectSlug })
export const ImageRef = ProjectRef.extend({ image: ImageId })
export const VersionRef = ProjectRef.extend({ version: z.number().int().positive() })
export const TaskRef = z.object({ taskId: TaskId })

/** A window of a long list. */
export const Page = z.object({ offset: z.number().int().nonnegative(), limit: z.number().int().min(1).max(500) })

/** A moment as an ISO 8601 string, UTC. */
export const Moment = z.iso.datetime()
