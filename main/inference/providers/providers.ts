import { arch, platform as systemOf } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Provider } from '#common/inference/manifest'
import { ProviderChoice, ProviderVerdict } from '#common/inference/providers'
import type { ModelProviders } from '#core/models/store/providers'
import { readText, writeWhole } from '../store/disk.ts'
import { machineKey, offerOf, type Platform, plainlyMissing, runtimeVersion } from './platform.ts'
import { probeProvider } from './probe.ts'

const Kept = z.object({
  key: z.string(),
  /** Verdicts of another layout are asked for again. */
  verdicts: z.array(ProviderVerdict).catch([]),
  choice: ProviderChoice,
})
type Kept = z.infer<typeof Kept>

const NO_CHOICE: ProviderChoice = { cpuOnly: false, admitted: [] }

export interface ProvidersOptions {
  /** The library's folder. */
  readonly library: string
  /** The entry of the trial's process where it does not lie beside its source (a packaged app). */
  readonly probeEntry?: URL | undefined
  readonly platform?: Platform
  /** Added to the environment of the trial's process. */
  readonly environment?: Readonly<Record<string, string>>
  /** Tries a provider; as a process of its own when absent. */
  readonly probe?: (provider: Provider) => Promise<ProviderVerdict>
  /** Called when models are to be run by other providers than before. */
  changed(): Promise<void>
}

/** The providers of this machine. Verdicts are kept in `providers.json` until the runtime or a driver changes. */
export function modelProviders(options: ProvidersOptions): ModelProviders {
  const { library, probeEntry, environment, changed, platform = { system: systemOf(), architecture: arch() } } = options
  const version = runtimeVersion()
  const probe = options.probe ?? ((provider) => probeProvider(provider, { entry: probeEntry, environment, version }))
  const path = join(library, 'providers.json')
  const key = machineKey(platform)
  const { used, young } = offerOf(platform)
  let turn: Promise<unknown> = Promise.resolve()

  /** One at a time: two trials may want the same device, and both would write the file. */
  function inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    const next = turn.then(act, act)
    turn = next
    return next
  }

  async function read(): Promise<Kept> {
    const kept = Kept.safeParse(parsed(await readText(path))).data
    if (kept === undefined) return { key, verdicts: [], choice: NO_CHOICE }
    return kept.key === key ? kept : { key, verdicts: [], choice: kept.choice }
  }

  const write = (kept: Kept) => writeWhole(path, `${JSON.stringify(kept, null, 2)}\n`)

  async function judge(provider: Provider): Promise<ProviderVerdict> {
    const missing = plainlyMissing(provider, platform)
    return missing === undefined ? probe(provider) : { provider, works: false, reason: missing, version }
  }

  /** The verdicts on these providers, after trying those that have none. */
  async function known(providers: readonly Provider[], again = false): Promise<readonly ProviderVerdict[]> {
    const kept = await read()
    const verdicts = new Map(again ? [] : kept.verdicts.map((verdict) => [verdict.provider, verdict]))
    const unknown = providers.filter((provider) => !verdicts.has(provider))
    for (const provider of unknown) verdicts.set(provider, await judge(provider))
    if (unknown.length > 0) await write({ ...kept, verdicts: [...verdicts.values()] })
    return providers.flatMap((provider) => verdicts.get(provider) ?? [])
  }

  return {
    order: () =>
      inTurn(async () => {
        const { choice } = await read()
        if (choice.cpuOnly) return ['cpu']
        const wished = [...used, ...young.filter((provider) => choice.admitted.includes(provider))]
        const working = (await known(wished)).filter(({ works }) => works)
        return [...working.map(({ provider }) => provider), 'cpu']
      }),
    verdicts: (again) => inTurn(() => known([...used, ...young, 'cpu'], again)),
    choice: async () => (await read()).choice,
    async choose(choice) {
      await inTurn(async () => write({ ...(await read()), choice }))
      await changed()
    },
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
