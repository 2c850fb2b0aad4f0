import type { Provider } from '#common/inference/manifest'
import type { ProviderVerdict } from '#common/inference/providers'
import { message } from '#common/messages/message'
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
        ended: ({ failure }) =>
          settle({ works: false, reason: message(failure ? 'provider-trial-not-started' : 'provider-ends-process') }),
      },
    )
    const timer = setTimeout(() => {
      settle({ works: false, reason: message('provider-silent', { seconds: limitMs / 1000 }) })
      child.kill()
    }, limitMs)
    const request: ProbeRequest = { provider }
    child.send(request)
  })
}
