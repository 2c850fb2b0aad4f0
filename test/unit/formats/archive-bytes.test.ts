import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** On 29 March 2026 there is no half past two in Berlin, and it is that time in UTC. */
const SKIPPED_HOUR = '2026-03-29T02:30:07.500Z'

test('the same version gives the same bytes, twice and in every time zone', async () => {
  const zones = ['UTC', 'UTC', 'Europe/Berlin', 'Pacific/Auckland', 'America/St_Johns']

  const digests = await Promise.all(zones.map((zone) => digestIn(zone, SKIPPED_HOUR)))

  expect(new Set(digests).size).toBe(1)
  expect(digests[0]).toMatch(/^[0-9a-f]{64}$/)
})

test('times are rounded down to two seconds', async () => {
  const [odd, even, later] = await Promise.all(
    ['2026-03-29T02:30:07.500Z', '2026-03-29T02:30:06Z', '2026-03-29T02:30:08Z'].map((time) => digestIn('UTC', time)),
  )

  expect(odd).toBe(even)
  expect(odd).not.toBe(later)
})

async function digestIn(TZ: string, time: string): Promise<string> {
  const script = join(import.meta.dirname, 'archive-digest.ts')
  const { stdout } = await run(process.execPath, [script, time], { env: { ...process.env, TZ, NODE_OPTIONS: '' } })
  return stdout
}
