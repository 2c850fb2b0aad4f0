/** Packs the station as a Debian package. `packaging/station/deb` contains the scripts that dpkg runs. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fromRoot } from '../../kit/paths.mjs'
import { GLIBC_FLOOR } from '../after-pack.mjs'
import { packagingConfig } from '../config.mjs'

/** @typedef {import('./entries.mjs').Entry} Entry */

/** Installed systems know this name, so it never changes. */
const NAME = 'tessera-station'
/** @type {Record<string, string>} */
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' }
const SCRIPTS = ['postinst', 'prerm', 'postrm']

/**
 * @param {string} path @param {readonly Entry[]} entries of the station's folder
 * @param {{ arch: string, version: string, seconds: number, level: number }} options
 */
export function writeDeb(path, entries, options) {
  const tree = mkdtempSync(join(tmpdir(), 'tessera-deb-'))
  const umask = process.umask(0o022)
  try {
    // The folder becomes the root of the system.
    chmodSync(tree, 0o755)
    for (const entry of [...installed(entries), ...controlFiles(entries, options)]) place(tree, entry)
    mkdirSync(join(tree, 'usr/bin'))
    symlinkSync('../../opt/tessera-station/current/bin/tessera-station', join(tree, 'usr/bin/tessera-station'))
    const compression = options.level === 0 ? ['-Znone'] : ['-Zxz', `-z${options.level}`]
    // The compressed bytes depend on the number of threads, because several threads split the data.
    const flags = ['--root-owner-group', '--threads-max=1', ...compression]
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(options.seconds) }
    dpkgDeb([...flags, '--build', tree, path], env)
  } finally {
    process.umask(umask)
    rmSync(tree, { recursive: true, force: true })
  }
}

/** @param {readonly string[]} flags @param {NodeJS.ProcessEnv} env */
function dpkgDeb(flags, env) {
  const { error, status } = spawnSync('dpkg-deb', flags, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (error)
    throw new Error('dpkg-deb could not be started. Install the package "dpkg" (Debian and Ubuntu include it).')
  if (status !== 0) throw new Error(`dpkg-deb failed with exit code ${status}; see its output above.`)
}

/** @param {readonly Entry[]} entries @returns {Entry[]} */
function installed(entries) {
  return [
    ...entries.map((entry) => ({ ...entry, path: `opt/tessera-station/package/${entry.path}` })),
    copied('usr/lib/systemd/system/tessera-station.service', 'tessera-station.service'),
    // It may contain a key; systemd reads it as root.
    { ...copied('etc/default/tessera-station', 'default'), mode: 0o640 },
    copied('usr/share/doc/tessera-station/copyright', 'deb/copyright'),
    copied('usr/share/doc/tessera-station/README.txt', 'README.txt'),
  ]
}

/** @param {string} path @param {string} name of a file in `packaging/station` @returns {Entry} */
function copied(path, name) {
  return { path, mode: 0o644, from: fromRoot('packaging/station', name) }
}

/** @param {readonly Entry[]} entries @param {{ arch: string, version: string }} options @returns {Entry[]} */
function controlFiles(entries, options) {
  const release = `${options.version}-${digestOf(entries)}`
  return [
    { path: 'DEBIAN/control', mode: 0o644, bytes: Buffer.from(controlText(entries, options)) },
    { path: 'DEBIAN/conffiles', mode: 0o644, bytes: Buffer.from('/etc/default/tessera-station\n') },
    ...SCRIPTS.map((name) => {
      const script = readFileSync(fromRoot('packaging/station/deb', name), 'utf8').replaceAll('@RELEASE@', release)
      return { path: `DEBIAN/${name}`, mode: 0o755, bytes: Buffer.from(script) }
    }),
  ]
}

/** @param {readonly Entry[]} entries @param {{ arch: string, version: string }} options */
function controlText(entries, { arch, version }) {
  const bytes = entries.reduce((sum, entry) => sum + contentOf(entry).length, 0)
  return `Package: ${NAME}
Version: ${version.replace('-', '~')}
Architecture: ${ARCHITECTURES[arch]}
Maintainer: ${packagingConfig().linux?.maintainer}
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: libc6 (>= ${GLIBC_FLOOR}), libstdc++6, passwd
Suggests: libsecret-1-0
Section: graphics
Priority: optional
Description: headless annotation and dataset server
 Serves the studio's pages, the management API, inference and the event store.
 It works with no network. Libraries stay when the package is removed.
`
}

/**
 * Distinguishes releases with the same version.
 * @param {readonly Entry[]} entries
 */
function digestOf(entries) {
  const hash = createHash('sha256')
  for (const entry of entries) hash.update(`${entry.path}\0${entry.mode}\0`).update(contentOf(entry))
  return hash.digest('hex').slice(0, 12)
}

/** @param {Entry} entry */
function contentOf(entry) {
  return 'from' in entry ? readFileSync(entry.from) : entry.bytes
}

/** @param {string} tree @param {Entry} entry */
function place(tree, entry) {
  const path = join(tree, entry.path)
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
  if ('from' in entry) copyFileSync(entry.from, path)
  else writeFileSync(path, entry.bytes)
  chmodSync(path, entry.mode)
}
