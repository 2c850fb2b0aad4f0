import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const url = (path: string) => JSON.stringify(new URL(`../../../main/${path}`, import.meta.url).href)

const PROGRAM = `
  import pino from ${JSON.stringify(import.meta.resolve('pino'))}
  import { logStrayFailures } from ${url('compose/shells/stray-failures.ts')}
  logStrayFailures(pino({}, pino.destination({ dest: 1, sync: true })))
  async function sweepShelves() { throw new RangeError('The shelf is gone') }
  void sweepShelves()
  setImmediate(() => setImmediate(() => process.stdout.write('still running')))
`

test('a failure that nobody waits for is logged with its stack, and the program goes on', async () => {
  const args = ['--input-type=module-typescript', '--eval', PROGRAM]

  const { stdout } = await promisify(execFile)(process.execPath, args)

  expect(stdout).toContain('RangeError: The shelf is gone')
  expect(stdout).toContain('at sweepShelves')
  expect(stdout).toMatch(/still running$/)
})
