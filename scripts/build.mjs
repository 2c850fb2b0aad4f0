/** Builds the page, the preload script and both shells into dist/, or only the named ones. */
import { BUILDS, inputStamp, keepStamp } from './kit/builds.mjs'
import { canRunTessera, NODE_NEEDED } from './kit/node.mjs'
import { fromRoot } from './kit/paths.mjs'

if (!canRunTessera(process.versions.node)) {
  console.error(NODE_NEEDED)
  process.exit(1)
}

const { build } = await import('vite')
const named = process.argv.slice(2)
for (const part of BUILDS.filter(({ name }) => named.length === 0 || named.includes(name))) {
  const stamp = inputStamp(part)
  await build({ configFile: fromRoot('scripts/vite', `${part.name}.config.ts`), logLevel: 'warn' })
  keepStamp(part, stamp)
}
