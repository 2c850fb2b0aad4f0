import { z } from 'zod'

const port = z.number().int().min(0).max(65_535)

/** What the core's process must know to put the program together. */
export const CoreSettings = z.object({
  library: z.string(),
  pages: z.string(),
  appVersion: z.string(),
  only: z.array(z.enum(['management', 'inference', 'events', 'studio'])),
  ports: z.object({ management: port, inference: port, events: port, studio: port }),
  trustedHosts: z.array(z.string()),
})
export type CoreSettings = z.infer<typeof CoreSettings>

/** What the window's process tells the core. With `connect` comes one end of a channel. */
export const ToCore = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), settings: CoreSettings }),
  z.object({ kind: z.literal('connect') }),
  z.object({ kind: z.literal('stop') }),
])
export type ToCore = z.infer<typeof ToCore>

/** What the core tells the window's process. After `refused` it waits to be ended: starting it again as it was would change nothing. */
export const FromCore = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), origin: z.string(), token: z.string(), apiKey: z.string() }),
  z.object({ kind: z.literal('refused'), reason: z.string() }),
])
export type FromCore = z.infer<typeof FromCore>
