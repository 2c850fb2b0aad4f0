/** Checks whether the installed packages match package-lock.json, and installs them if not. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fromRoot, readIfThere } from './paths.mjs'
import { runQuietly } from './processes.mjs'

const LOCK = fromRoot('package-lock.json')
const MODULES = fromRoot('node_modules')
const STAMP = join(MODULES, '.tessera-installed')

export function arePackagesInstalled() {
  const stamp = lockStamp()
  if (readIfThere(STAMP) === stamp) return true
  if (!matchesInstallByHand()) return false
  writeFileSync(STAMP, stamp)
  return true
}

/** @returns {Promise<{ ok: boolean, output: string }>} */
export async function installPackages() {
  stepOutOfTheWay()
  const npm = npmCommand()
  // None of our packages needs an install script, and two of the scripts would fail without a network or a compiler.
  const flags = [
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const installed = await runQuietly(npm.file, [...npm.args, 'ci', ...flags])
  if (installed.ok) writeFileSync(STAMP, lockStamp())
  return installed
}

function lockStamp() {
  const hash = createHash('sha256').update(readFileSync(LOCK)).digest('hex')
  return `${hash} ${process.platform} ${process.arch}\n`
}

/** After a manual npm install, npm's own record in node_modules agrees with the lock. */
function matchesInstallByHand() {
  const record = readIfThere(join(MODULES, '.package-lock.json'))
  if (record === undefined) return false
  const installed = JSON.parse(record).packages
  const { '': _project, ...wanted } = JSON.parse(readFileSync(LOCK, 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional }]) =>
    installed[path] ? installed[path].version === version : optional === true,
  )
}

/**
 * Returns a command that starts npm without a shell: the npm that runs this script, the one beside Node (Windows), or
 * by name.
 */
function npmCommand() {
  const running = process.env['npm_execpath'] ?? ''
  const node = process.env['npm_node_execpath'] ?? process.execPath
  if (running.endsWith('npm-cli.js')) return { file: node, args: [running] }
  const beside = join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')
  return existsSync(beside) ? { file: process.execPath, args: [beside] } : { file: 'npm', args: [] }
}

/**
 * Windows cannot delete a running program, and `npm ci` deletes node_modules, which may contain this Node, so it is
 * moved out first.
 */
function stepOutOfTheWay() {
  if (process.platform !== 'win32' || !process.execPath.startsWith(MODULES)) return
  const aside = fromRoot('.cache')
  mkdirSync(aside, { recursive: true })
  rmSync(join(aside, 'node.exe'), { force: true })
  renameSync(process.execPath, join(aside, 'node.exe'))
}
