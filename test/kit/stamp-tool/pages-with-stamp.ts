import { execFile } from 'node:child_process'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { fromRoot } from '../../../scripts/kit/paths.mjs'
import { removeFolder } from '../remove-folder.ts'

/** The pages of the studio, built with one more tool. */
export interface BuiltPages {
  /** A browser page gets the program of these pages, and everything else from its station, which a browser lets it talk to. */
  serveTo(page: Page): Promise<unknown>
  remove(): Promise<void>
}

/** Built in a process of its own: a test's environment would have the development form of React bundled. */
export async function pagesWithStamp(): Promise<BuiltPages> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-pages-'))
  const env = { ...process.env, NODE_ENV: 'production' }
  await promisify(execFile)(process.execPath, [fromRoot('test/kit/stamp-tool/build-pages.ts'), folder], { env })
  const assets = join(folder, 'assets')
  const program = (await readdir(assets)).find((name) => /^index-.*\.js$/.test(name)) ?? ''
  return {
    serveTo: (page) => page.route('**/assets/index-*.js', (route) => route.fulfill({ path: join(assets, program) })),
    remove: () => removeFolder(folder),
  }
}
