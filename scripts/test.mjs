/**
 * `npm test -- [PROJECT…] [Vitest arguments]`: runs the tests and ends with `N passed, M failed`. A project is a folder
 * of test/, such as unit, http or golden; e2e stands for both of its folders.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { canRunTessera, NODE_NEEDED } from './kit/node.mjs'
import { commandOf, fromRoot, readIfThere } from './kit/paths.mjs'
import { countTests, verdict } from './kit/test-report.mjs'

const PROJECTS = [
  'unit',
  'arch',
  'http',
  'contract',
  'golden',
  'migrations',
  'crash',
  'e2e',
  'e2e-browser',
  'e2e-electron',
]
const REPORT = fromRoot('test-results/vitest.json')

if (!canRunTessera(process.versions.node)) {
  console.error(NODE_NEEDED)
  process.exit(1)
}

rmSync(REPORT, { force: true })
const code = await runVitest(process.argv.slice(2).flatMap(asVitestArgument))
const counts = countTests(readIfThere(REPORT), code)
console.log(verdict(counts))
process.exitCode = code === 0 && counts.failed === 0 && counts.passed > 0 ? 0 : 1

/** @param {string} argument */
function asVitestArgument(argument) {
  if (!PROJECTS.includes(argument)) return [argument]
  return ['--project', argument === 'e2e' ? 'e2e-*' : argument]
}

/** @param {readonly string[]} args @returns {Promise<number>} */
function runVitest(args) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
  const vitest = [commandOf('vitest'), 'run', ...reporters, ...args]
  const child = spawn(process.execPath, vitest, { cwd: fromRoot(), stdio: 'inherit' })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  return new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', (status) => resolve(status ?? 1))
  })
}
