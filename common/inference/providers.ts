import { z } from 'zod'
import { AnyMessage } from '../messages/schema.ts'
import { PROVIDERS } from './manifest.ts'

/** Result of trying an execution provider on this machine. */
export const ProviderVerdict = z.strictObject({
  provider: z.enum(PROVIDERS),
  works: z.boolean(),
  /** How it did, or why it cannot be used. */
  reason: AnyMessage,
  /** Version of the runtime that was asked. */
  version: z.string(),
})
export type ProviderVerdict = z.infer<typeof ProviderVerdict>

/** Which providers models may run by. */
export const ProviderChoice = z.strictObject({
  /** Nothing but the processor is used. */
  cpuOnly: z.boolean(),
  /** Providers that are left out by default, because they are young, and that a person lets in. */
  admitted: z.array(z.enum(PROVIDERS)),
})
export type ProviderChoice = z.infer<typeof ProviderChoice>
