import { execFile } from 'node:child_process'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { fromRoot } from '../../../scripts/kit/paths.mjs'
import { removeFolder } from '../remove-folder.ts'

/** The pages of the studio with one more tool. */
export interface BuiltPages {
  /** Serves these pages to a browser page, and everything else from the station. */
  serveTo(page: Page): Promise<unknown>
  remove(): Promise<void>
}

/** Builds in a process of its own, because a test's environment would bundle the development version of React. */
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
