import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { alias, root } from '../../../scripts/vite/alias.ts'
import { openPage } from '../chromium.ts'

/** The canvas drivers in a browser page, without the rest of the studio. */
export interface OpenCanvasPage {
  readonly page: Page
  close(): Promise<void>
}

export async function openCanvasPage(): Promise<OpenCanvasPage> {
  const [page, content] = await Promise.all([openPage(), bundledPage()])
  page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
  await page.addScriptTag({ content })
  return { page, close: () => page.context().close() }
}

async function bundledPage(): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    resolve: { alias },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(root, 'test/kit/canvas/page.ts'), formats: ['iife'], name: 'canvasPageBundle' },
    },
  })
  const outputs = Array.isArray(built) ? built.flatMap(({ output }) => output) : []
  const chunk = outputs.find((output) => output.type === 'chunk')
  if (!chunk) throw new Error('The page of the canvas was not built')
  return chunk.code
}
