import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ImageId, ProjectSlug, TaskId } from '../ids.ts'
import { isReason } from '../messages/reasons.ts'
import { MESSAGE } from '../messages/schema.ts'
import { SCOPES, type Scope } from './scopes.ts'

/** A message as it travels, with its English sentence: pages carry the templates of other languages alone. */
export const Said = z.object({ ...MESSAGE, english: z.string() })
export type Said = z.infer<typeof Said>

/** A message, also where a server or an older version tells a finished sentence. */
export const SaidOrSentence = z.union([
  Said,
  z.string().transform((text): Said => ({ code: 'literal', params: { text }, english: text })),
])

/** The data of a refusal. Its message is the English sentence; pages make their own from the code. */
export const RefusedData = z.object({ ...MESSAGE, reason: z.string().refine(isReason) })

/**
 * Where a procedure runs, and what a key must allow when another Tessera asks for it.
 *
 * - `machine`: on the machine of the window, wherever the projects lie: it touches files, secrets or models of that
 *   machine, and is never forwarded.
 * - `project`: where the projects lie. Forwarded to that machine, which checks `scopes`.
 */
export const Declared = z.object({
  runs: z.enum(['machine', 'project']),
  /** All of them are needed; none asks for no more than a known key. */
  scopes: z.array(z.enum(SCOPES)).readonly(),
})
export type Declared = z.infer<typeof Declared>

const refusable = oc.$meta<Declared>({ runs: 'machine', scopes: [] }).errors({
  REFUSED: { status: 409, data: RefusedData },
})

/** A procedure of the machine of the window. */
export const onMachine = refusable

/** A procedure of the machine on which the projects lie. */
export function onProject(...scopes: readonly Scope[]) {
  return refusable.meta({ runs: 'project', scopes })
}

export const ProjectRef = z.object({ project: ProjectSlug })
export const ImageRef = ProjectRef.extend({ image: ImageId })
export const VersionRef = ProjectRef.extend({ version: z.number().int().positive() })
export const TaskRef = z.object({ taskId: TaskId })

/** A window of a long list. */
export const Page = z.object({ offset: z.number().int().nonnegative(), limit: z.number().int().min(1).max(500) })

/** A moment as an ISO 8601 string, UTC. */
export const Moment = z.iso.datetime()
