/**
 * Prepares a fresh clone: `node scripts/setup.mjs start | test | bench | check [--quiet]`. Installs the locked packages
 * and builds what is stale, each only when needed. Runs before anything is installed, so it only uses Node 20 and its
 * built-in modules.
 */
import { parseArgs } from 'node:util'
import { BUILDS, isFresh } from './kit/builds.mjs'
import { CHROMIUM_NEEDED, canInstall, findChromium, installChromium } from './kit/chromium.mjs'
import { findNode, NODE_NEEDED } from './kit/node.mjs'
import { arePackagesInstalled, installPackages } from './kit/packages.mjs'
import { fromRoot } from './kit/paths.mjs'
import { lastLines, runQuietly } from './kit/processes.mjs'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { quiet: { type: 'boolean' } } })
const goal = positionals[0] ?? 'start'

await setUpPackages()
if (goal !== 'check') await setUpBuilds()
if (goal === 'test' || goal === 'bench') await setUpChromium()

async function setUpPackages() {
  if (!arePackagesInstalled()) {
    say('Installing the packages. This takes about half a minute.')
    const { ok, output } = await installPackages()
    if (!ok) fail('npm could not install the packages. Can this machine reach the npm registry? npm says:', output)
  }
  if (findNode() === undefined) fail(NODE_NEEDED)
}

async function setUpBuilds() {
  const stale = BUILDS.filter((build) => !isFresh(build)).map(({ name }) => name)
  if (stale.length === 0) return
  say(`Building: ${stale.join(', ')}.`)
  const { ok, output } = await runQuietly(findNode() ?? 'node', [fromRoot('scripts/build.mjs'), ...stale])
  if (!ok) fail('The build failed:', output)
}

async function setUpChromium() {
  if (findChromium() !== undefined) return
  if (canInstall()) say('Installing Chromium for what runs in a browser.')
  await installChromium()
  if (findChromium() === undefined) console.error(CHROMIUM_NEEDED)
}

/**
 * With `--quiet`, standard output is left to the next program.
 * @param {string} sentence
 */
function say(sentence) {
  if (values.quiet) console.error(sentence)
  else console.log(sentence)
}

/** @param {string} sentence */
function fail(sentence, output = '') {
  console.error(output ? `${sentence}\n\n${lastLines(output, 40)}` : sentence)
  process.exit(1)
}
