/** The contents of an unpacked station. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { packagedNode, STATION_FLAGS } from '../../kit/node.mjs'
import { fromRoot } from '../../kit/paths.mjs'
import { misfitOf } from '../after-pack.mjs'
import { NOTICES_NAME, notices } from '../notices.mjs'
import { payloadFiles } from '../payload.mjs'
import { sbom } from '../sbom.mjs'
import { packageSeconds } from './moment.mjs'

/**
 * A file of a package: a copy of `from`, or `bytes`. Paths have slashes on every system.
 * @typedef {{ path: string, mode: number, from: string } | { path: string, mode: number, bytes: Buffer }} Entry
 */

const FILE = 0o644
const PROGRAM = 0o755

/** Files of `packaging/` for running a station as a service on each system. */
const SERVICES = {
  linux: {
    'tessera-station.service': 'station/tessera-station.service',
    default: 'station/default',
    Dockerfile: 'Dockerfile',
  },
  darwin: { 'app.tessera.station.plist': 'station/app.tessera.station.plist' },
  win32: { 'scheduled-task.ps1': 'station/scheduled-task.ps1' },
}

/**
 * Returns the files of the folder, ordered by path. Throws if a binary does not fit the target.
 * @param {import('./targets.mjs').StationTarget} target
 * @param {string} version
 * @returns {Entry[]}
 */
export function stationEntries(target, version) {
  const entries = [...ownFiles(target), ...licenceFiles(target), ...program(target, version)].toSorted(byPath)
  const wrong = entries.flatMap((entry) => {
    const reason = 'from' in entry ? misfitOf(entry.from, target) : undefined
    return reason === undefined ? [] : [`${entry.path} ${reason}`]
  })
  if (wrong.length > 0) throw new Error(`The station has binaries that do not fit:\n${wrong.join('\n')}`)
  return entries
}

/** @param {Entry} one @param {Entry} other */
function byPath(one, other) {
  return one.path < other.path ? -1 : 1
}

/**
 * Returns the program with the packages beside it, as in the desktop app.
 * @param {import('./targets.mjs').StationTarget} target
 * @param {string} version
 * @returns {Entry[]}
 */
function program(target, version) {
  const facts = { name: 'tessera-station', version, private: true, type: 'module' }
  const paths = payloadFiles(['dist/station', 'dist/renderer', 'node_modules'], target)
  return [
    { path: 'app/package.json', mode: FILE, bytes: Buffer.from(`${JSON.stringify(facts, null, 2)}\n`) },
    ...paths.map((path) => ({ path: `app/${path}`, mode: FILE, from: fromRoot(path) })),
  ]
}

/**
 * Returns the notices and the SBOM of the station's software.
 * @param {import('./targets.mjs').StationTarget} target
 * @returns {Entry[]}
 */
function licenceFiles(target) {
  const bill = sbom('station', { SOURCE_DATE_EPOCH: String(packageSeconds()) }, target)
  return [
    { path: NOTICES_NAME, mode: FILE, bytes: Buffer.from(notices('station', target)) },
    { path: 'sbom.cdx.json', mode: FILE, bytes: Buffer.from(`${JSON.stringify(bill, undefined, 2)}\n`) },
  ]
}

/** @param {import('./targets.mjs').StationTarget} target @returns {Entry[]} */
function ownFiles({ system, arch }) {
  const [suffix, command] = system === 'win32' ? ['.exe', '.cmd'] : ['', '']
  const services = Object.entries(SERVICES[system]).map(([name, from]) => text(`services/${name}`, from))
  return [
    { path: `bin/node${suffix}`, mode: PROGRAM, from: packagedNode(system, arch) },
    { ...text(`bin/tessera-station${command}`, `station/tessera-station${command}`), mode: PROGRAM },
    text('README.txt', 'station/README.txt'),
    // Some distributions of Node lack its licence, so it is stored here, compressed: 150 KB that nobody edits.
    {
      path: 'LICENSE-node.txt',
      mode: FILE,
      bytes: gunzipSync(readFileSync(fromRoot('packaging/station/LICENSE-node.txt.gz'))),
    },
    ...services,
  ]
}

/**
 * Returns a file of `packaging/` with Node's flags filled in.
 * @param {string} path
 * @param {string} from
 * @returns {Entry}
 */
function text(path, from) {
  const content = readFileSync(fromRoot('packaging', from), 'utf8').replaceAll('@NODE_FLAGS@', STATION_FLAGS.join(' '))
  // cmd.exe needs CRLF.
  const lines = /\.(?:cmd|ps1)$/.test(path) ? content.replaceAll('\n', '\r\n') : content
  return { path, mode: FILE, bytes: Buffer.from(lines) }
}
