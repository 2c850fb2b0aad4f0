import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Manifest = z.object({ homepage: z.url({ protocol: /^https$/ }) })

/**
 * The page of the newest release, where the program was packed with an address for it. A person may open it in a browser; the program
 * itself asks nobody whether there is something newer.
 */
export function releasesPage(appFolder: string): string | undefined {
  try {
    const { homepage } = Manifest.parse(JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8')))
    return `${homepage.replace(/\/+$/, '')}/releases/latest`
  } catch {
    return undefined
  }
}
