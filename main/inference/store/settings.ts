import { join } from 'node:path'
import { z } from 'zod'
import type { ModelSettingsStore } from '#core/models/store/ports'
import { readText, writeWhole } from './disk.ts'

const Kept = z.object({ mirror: z.string().nullable().default(null) })

interface SettingsOptions {
  /** The library's folder. */
  readonly library: string
  /** Of the command line or the environment; it counts as long as nobody writes another. */
  readonly mirror?: string | undefined
}

/** Where models are fetched from, in `model-settings.json`. A file that cannot be read counts for none. */
export function modelSettings({ library, mirror }: SettingsOptions): ModelSettingsStore {
  const path = join(library, 'model-settings.json')
  return {
    async read() {
      const kept = Kept.safeParse(parsed(await readText(path)))
      return { mirror: kept.data?.mirror ?? mirror ?? null }
    },
    write: (settings) => writeWhole(path, `${JSON.stringify(settings, null, 2)}\n`),
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
