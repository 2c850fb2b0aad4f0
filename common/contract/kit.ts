import { oc } from '@orpc/contract'
import { z } from 'zod'
import { REFUSALS } from '../errors.ts'
import { ImageId, ProjectSlug, TaskId } from '../ids.ts'

const codes = Object.keys(REFUSALS)

/** Every procedure may refuse; the message is a sentence for people, the code is for programs. */
export const procedure = oc.errors({
  REFUSED: { status: 409, data: z.object({ code: z.string().refine((code) => codes.includes(code)) }) },
})

export const ProjectRef = z.object({ project: ProjectSlug })
export const ImageRef = ProjectRef.extend({ image: ImageId })
export const VersionRef = ProjectRef.extend({ version: z.number().int().positive() })
export const TaskRef = z.object({ taskId: TaskId })

/** A window of a long list. */
export const Page = z.object({ offset: z.number().int().nonnegative(), limit: z.number().int().min(1).max(500) })

/** A moment as an ISO 8601 string, UTC. */
export const Moment = z.iso.datetime()
