import type { Provider } from '#common/inference/manifest'
import type { ProviderVerdict } from '#common/inference/providers'
import { startChild } from '#processes/start'
import { readProbeReply } from '../border.ts'
import { silentEnvironment } from '../host/environment.ts'
import type { ProbeReply, ProbeRequest } from './messages.ts'

interface ProbeOptions {
  /** The entry of the process where it does not lie beside this file (a packaged app). */
  readonly entry?: URL | undefined
  /** A driver may hang; compiling for a graphics card takes seconds. */
  readonly limitMs?: number
  /** Added to the environment of the process. */
  readonly environment?: Readonly<Record<string, string>> | undefined
  /** Said of a process that ends without an answer. */
  readonly version: string
}

const NOT_STARTED = 'Its trial could not be started.'
const ENDED = 'It ends the process that starts it.'

/** Tries a provider in a process of its own. Never rejects for what the provider does. */
export function probeProvider(provider: Provider, options: ProbeOptions): Promise<ProviderVerdict> {
  const { entry = new URL('./probe-process.ts', import.meta.url), limitMs = 60_000, environment, version } = options
  return new Promise((resolve) => {
    const settle = (verdict: Omit<ProbeReply, 'version'> & { readonly version?: string }) => {
      clearTimeout(timer)
      child.hangUp()
      resolve({ version, ...verdict, provider })
    }
    const child = startChild(
      entry,
      { env: silentEnvironment(environment) },
      {
        message: (reply) => settle(readProbeReply(reply)),
        ended: ({ failure }) => settle({ works: false, reason: failure ? NOT_STARTED : ENDED }),
      },
    )
    const timer = setTimeout(() => {
      settle({ works: false, reason: `It gives no answer within ${limitMs / 1000} seconds.` })
      child.kill()
    }, limitMs)
    const request: ProbeRequest = { provider }
    child.send(request)
  })
}
