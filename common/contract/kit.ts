import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ImageId, ProjectSlug, TaskId } from '../ids.ts'
import { isReason } from '../messages/reasons.ts'
import type { Message } from '../messages/template.ts'

const MessageInside: z.ZodType<Message> = z.lazy(() => z.object(MESSAGE))

const MESSAGE = {
  code: z.string(),
  params: z
    .record(z.string(), z.union([z.string(), z.number(), z.array(z.string()).readonly(), MessageInside]))
    .readonly(),
  cause: MessageInside.exactOptional(),
}

/** A message as it travels, with its English sentence: pages carry the templates of other languages alone. */
export const Said = z.object({ ...MESSAGE, english: z.string() })
export type Said = z.infer<typeof Said>

/** Every procedure may refuse. The message of the error is the English sentence; pages make their own from the code. */
export const procedure = oc.errors({
  REFUSED: { status: 409, data: z.object({ ...MESSAGE, reason: z.string().refine(isReason) }) },
})

export const ProjectRef = z.object({ project: ProjectSlug })
export const ImageRef = ProjectRef.extend({ image: ImageId })
export const VersionRef = ProjectRef.extend({ version: z.number().int().positive() })
export const TaskRef = z.object({ taskId: TaskId })

/** A window of a long list. */
export const Page = z.object({ offset: z.number().int().nonnegative(), limit: z.number().int().min(1).max(500) })

/** A moment as an ISO 8601 string, UTC. */
export const Moment = z.iso.datetime()
