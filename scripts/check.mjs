/** `npm run check`: types, lint, format, unused code, licences and the import law, in parallel. */
import { availableParallelism } from 'node:os'
import { CRUISER_CACHE } from './kit/cruiser-cache.mjs'
import { canRunTessera, NODE_NEEDED } from './kit/node.mjs'
import { commandOf, fromRoot } from './kit/paths.mjs'
import { runQuietly } from './kit/processes.mjs'
import { longFiles, wideFolders } from './kit/sources.mjs'

const FOLDERS = ['common', 'main', 'preload', 'renderer', 'test', 'bench', 'scripts']

/** Slowest first. */
const CHECKS = [
  { name: 'unused', file: commandOf('knip'), args: [] },
  { name: 'lint', file: commandOf('oxlint'), args: ['--type-aware', '--disable-nested-config', '.'] },
  { name: 'types', file: commandOf('typescript', 'tsc'), args: ['--build', '--pretty', 'false'] },
  {
    name: 'layers',
    file: commandOf('dependency-cruiser'),
    args: ['--config', '.dependency-cruiser.mjs', ...CRUISER_CACHE, ...FOLDERS],
  },
  { name: 'packaging', file: fromRoot('scripts/package/check.mjs'), args: [] },
  { name: 'licences', file: fromRoot('scripts/package/check-licences.mjs'), args: [] },
  { name: 'format', file: commandOf('@biomejs/biome', 'biome'), args: ['check', '--max-diagnostics=50', '.'] },
]

if (!canRunTessera(process.versions.node)) {
  console.error(NODE_NEEDED)
  process.exit(1)
}

const began = performance.now()
/** @type {string[]} */
const failed = []
const waiting = [...CHECKS]
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
for (const { path, lines } of longFiles())
  console.log(`note    ${path} has ${lines} lines; 250 is the aim, 400 the limit.`)
for (const { path, files } of wideFolders()) console.log(`note    ${path} has ${files} files; 20 are the aim.`)
console.log(failed.length === 0 ? `All checks passed in ${seconds(began)}.` : `Failed: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1

async function work() {
  for (let check = waiting.shift(); check; check = waiting.shift()) await run(check)
}

/** @param {typeof CHECKS[number]} check */
async function run({ name, file, args }) {
  const start = performance.now()
  const { ok, output } = await runQuietly(process.execPath, [file, ...args])
  console.log(`${ok ? 'ok' : 'FAILED'}`.padEnd(8) + `${name.padEnd(10)}${seconds(start)}`)
  if (ok) return
  console.log(output)
  failed.push(name)
}

/** @param {number} start */
function seconds(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}
