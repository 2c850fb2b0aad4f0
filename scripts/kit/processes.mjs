/** Starts child processes without a shell. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fromRoot } from './paths.mjs'

/**
 * Runs a program to its end and returns its output.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, timeoutMs?: number }} [options]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runQuietly(file, args, { env = process.env, timeoutMs } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd: fromRoot(), env, timeout: timeoutMs, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

/**
 * Replaces this program by another: its input, output, signals and exit status.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function becomeProgram(file, args, env = process.env) {
  const child = spawn(file, args, { cwd: fromRoot(), env, stdio: 'inherit' })
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGINT', () => {
    // A terminal sends Ctrl-C to the child too, which may take a second one for "at once".
    if (!process.stdin.isTTY) child.kill('SIGINT')
  })
  child.on('error', (error) => {
    console.error(`${file} does not start: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 0)))
}

/** @param {string} text @param {number} count */
export function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n')
}
