/**
 * `node test/kit/stamp-tool/build-pages.ts FOLDER`: builds the pages of the studio with one more line in the tool
 * registry.
 */
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { fromRoot } from '../../../scripts/kit/paths.mjs'
import { alias } from '../../../scripts/vite/alias.ts'
import { scaledLengths } from '../../../scripts/vite/scaled-lengths.ts'

/** Adds the tool to the registry like a developer would. */
function oneMoreTool(): Plugin {
  return {
    name: 'one-more-tool',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/annotate/tools/registry.ts')) return undefined
      const line = code.replace(/(TOOL_ENTRIES: readonly ToolEntry\[\] = \[)/, '$1\n  STAMP_TOOL,')
      if (line === code) throw new Error('The registry of tools has another form')
      return `import { STAMP_TOOL } from '${fromRoot('test/kit/stamp-tool/stamp.ts')}'\n${line}`
    },
  }
}

await build({
  configFile: false,
  logLevel: 'error',
  root: fromRoot('renderer'),
  base: './',
  plugins: [react(), oneMoreTool()],
  resolve: { alias },
  css: scaledLengths,
  build: { outDir: process.argv[2] ?? '', emptyOutDir: true, assetsInlineLimit: 0 },
})
