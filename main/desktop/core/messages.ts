import { z } from 'zod'
import { AnyMessage } from '#common/messages/schema'

const port = z.number().int().min(0).max(65_535)

/** Settings by which the core's process puts the program together. */
export const CoreSettings = z.object({
  library: z.string(),
  pages: z.string(),
  appVersion: z.string(),
  only: z.array(z.enum(['management', 'inference', 'events', 'studio'])),
  catalogFolders: z.array(z.string()).optional(),
  ports: z.object({ management: port, inference: port, events: port, studio: port }),
  /** Origin of another machine's management API. */
  remote: z.string().optional(),
  trustedHosts: z.array(z.string()),
  trashDays: z.number().int(),
})
export type CoreSettings = z.infer<typeof CoreSettings>

/** The number that the core gives a process that it wants. */
const child = z.number().int()

/**
 * Messages of the window's process to the core. With `connect` comes one end of a channel for a page, with `line` one to a process that was
 * started.
 */
export const ToCore = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), settings: CoreSettings }),
  z.object({ kind: z.literal('connect') }),
  z.object({ kind: z.literal('stop') }),
  z.object({ kind: z.literal('ask-tasks') }),
  z.object({ kind: z.literal('line'), child }),
  z.object({ kind: z.literal('born'), child, pid: z.number().int() }),
  z.object({ kind: z.literal('ended'), child, code: z.number().int().nullable(), isOutOfMemory: z.boolean() }),
])
export type ToCore = z.infer<typeof ToCore>

/** The thing that must change before a core can start. */
export const RefusedStart = z.enum(['port', 'library', 'other'])
export type RefusedStart = z.infer<typeof RefusedStart>

/** The processes beside the core, by the files that are their programs. */
export const Program = z.enum(['dataset-process.mjs', 'model-host.mjs', 'provider-probe.mjs', 'tile-process.mjs'])

/**
 * Messages of the core to the window's process. After `refused` it waits to be ended: starting it again as it was would change nothing. Only
 * the window's process can start others: `launch` asks for one.
 */
export const FromCore = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), origin: z.string(), token: z.string(), apiKey: z.string() }),
  z.object({ kind: z.literal('refused'), reason: AnyMessage, about: RefusedStart }),
  z.object({
    kind: z.literal('launch'),
    child,
    program: Program,
    /** Variables besides those that all have. */
    env: z.record(z.string(), z.string()),
    memoryMiB: z.number().int().positive().or(z.undefined()),
    logs: z.boolean(),
  }),
  z.object({ kind: z.literal('kill'), child }),
  /** The titles of those that are open. */
  z.object({ kind: z.literal('tasks'), titles: z.array(AnyMessage) }),
])
export type FromCore = z.infer<typeof FromCore>
export type Launch = Extract<FromCore, { kind: 'launch' }>
