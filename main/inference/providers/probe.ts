import { fork } from 'node:child_process'
import type { Provider } from '#common/inference/manifest'
import type { ProviderVerdict } from '#common/inference/providers'
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
  const child = fork(entry, { env: silentEnvironment(environment), stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  return new Promise((resolve) => {
    const settle = (verdict: Omit<ProbeReply, 'version'> & { readonly version?: string }) => {
      clearTimeout(timer)
      resolve({ version, ...verdict, provider })
    }
    const timer = setTimeout(() => {
      settle({ works: false, reason: `It gives no answer within ${limitMs / 1000} seconds.` })
      child.kill('SIGKILL')
    }, limitMs)
    child.once('message', (reply: ProbeReply) => settle(reply))
    child.once('error', () => settle({ works: false, reason: 'Its trial could not be started.' }))
    child.once('exit', () => settle({ works: false, reason: 'It ends the process that starts it.' }))
    const request: ProbeRequest = { provider }
    // One that ended at once cannot be told; its end settles the trial.
    child.send(request, () => undefined)
  })
}
