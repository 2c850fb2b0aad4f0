/**
 * `npm run test:quick [-- COMMIT]`: checks in less than a minute while writing code: types, lint of changed files, and
 * the tests that reach them, without those that start processes. Changed files are uncommitted ones, or those changed
 * since COMMIT.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { canRunTessera, NODE_NEEDED } from './kit/node.mjs'
import { commandOf, fromRoot } from './kit/paths.mjs'
import { runQuietly } from './kit/processes.mjs'

if (!canRunTessera(process.versions.node)) {
  console.error(NODE_NEEDED)
  process.exit(1)
}

const since = process.argv[2] ?? 'HEAD'
const changed = await changedFiles(since)
const sources = changed.filter((path) => /\.(?:[cm]?ts|tsx|mjs)$/.test(path))
const checks = [
  { name: 'types', file: commandOf('typescript', 'tsc'), args: ['--build', '--pretty', 'false'] },
  ...(sources.length === 0
    ? []
    : [{ name: 'lint', file: commandOf('oxlint'), args: ['--type-aware', '--disable-nested-config', ...sources] }]),
]
const results = await Promise.all([tests(), ...checks.map(check)])
process.exitCode = results.every(Boolean) ? 0 : 1

/**
 * Returns the paths from the root of files that were changed, added or not committed yet.
 * @param {string} commit
 */
async function changedFiles(commit) {
  const asked = [
    ['diff', '--name-only', '--relative', commit, '--'],
    ['ls-files', '--others', '--exclude-standard'],
  ]
  const listed = await Promise.all(asked.map((args) => runQuietly('git', args)))
  const failed = listed.find(({ ok }) => !ok)
  if (failed !== undefined) {
    console.error(failed.output)
    process.exit(1)
  }
  const paths = listed.flatMap(({ output }) => output.split('\n'))
  return paths.filter((path) => path !== '' && existsSync(fromRoot(path)))
}

/** @param {typeof checks[number]} check */
async function check({ name, file, args }) {
  const { ok, output } = await runQuietly(process.execPath, [file, ...args])
  console.log(ok ? `${name}: nothing to mend` : `${name}:\n${output}`)
  return ok
}

/** @returns {Promise<boolean>} */
function tests() {
  const vitest = [
    commandOf('vitest'),
    'related',
    '--run',
    '--passWithNoTests',
    '--project',
    'unit',
    '--project',
    'arch',
  ]
  const env = { ...process.env, TESSERA_TESTS: 'quick' }
  const child = spawn(process.execPath, [...vitest, ...sources], { cwd: fromRoot(), stdio: 'inherit', env })
  return new Promise((resolve) => {
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}
