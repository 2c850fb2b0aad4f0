/** The modification time of all packed files, so that the same commit gives the same bytes. */
import { execFileSync } from 'node:child_process'
import { fromRoot } from '../../kit/paths.mjs'

/** Returns seconds since 1970: `SOURCE_DATE_EPOCH`, else the time of the commit. */
export function packageSeconds() {
  const given = process.env['SOURCE_DATE_EPOCH']
  const text = given ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: fromRoot(), encoding: 'utf8' })
  const seconds = Number(text)
  if (Number.isSafeInteger(seconds) && seconds > 0) return seconds
  throw new Error(`SOURCE_DATE_EPOCH must be a number of seconds since 1970, not "${text}"`)
}
