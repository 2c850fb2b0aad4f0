/** Software bill of materials of a program, in CycloneDX 1.6. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromRoot } from '../kit/paths.mjs'
import { nameOf, neededBy, packagedNodeVersion, readLock } from './lock.mjs'
import { sqliteVersion, swaggerUiVersion } from './parts.mjs'
import { packagesInRedoc, shippedPackages } from './shipped.mjs'

const NAMES = { desktop: 'Tessera', station: 'Tessera station' }

/**
 * @typedef {object} Component
 * @property {'application' | 'framework' | 'library'} type
 * @property {string} name
 * @property {string} [version]
 * @property {string} [bom-ref]
 * @property {string} [purl]
 * @property {string} [cpe]
 * @property {readonly ({ license: { id: string } } | { expression: string })[]} [licenses]
 * @property {readonly { alg: string, content: string }[]} [hashes]
 * @property {readonly Component[]} [components] inside this one
 */

/**
 * Writes the SBOM of the desktop app, `tessera-VERSION.cdx.json`, into the folder.
 * @param {string} folder
 */
export function writeSbom(folder) {
  mkdirSync(folder, { recursive: true })
  const text = `${JSON.stringify(sbom('desktop', process.env), undefined, 2)}\n`
  writeFileSync(join(folder, `tessera-${readLock()['']?.version}.cdx.json`), text)
}

/**
 * The platform of a station, whose Node is packed with it.
 * @typedef {import('./payload.mjs').PackTarget} Target
 */

/**
 * Returns the SBOM, which is the same for the same build: it contains a time only if SOURCE_DATE_EPOCH is set. Only a
 * station has a target.
 * @param {import('./shipped.mjs').ShippedProgram} program
 * @param {NodeJS.ProcessEnv} environment
 * @param {Target} [target]
 */
export function sbom(program, { SOURCE_DATE_EPOCH: seconds }, target) {
  const lock = readLock()
  const version = lock['']?.version ?? ''
  const packages = shippedPackages(program)
  const runtime = target === undefined ? electron(lock) : node(lock, target)
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      ...(seconds && { timestamp: new Date(Number(seconds) * 1000).toISOString() }),
      component: { type: 'application', 'bom-ref': 'tessera', name: NAMES[program], version },
    },
    components: [runtime, ...packages.map(component)],
    dependencies: dependencies(lock, packages, runtime['bom-ref']),
  }
}

/**
 * Returns the dependencies of the program and of each package that ships. A package in several folders counts once.
 * @param {import('./lock.mjs').Lock} lock
 * @param {readonly import('./shipped.mjs').ShippedPackage[]} packages
 * @param {string | undefined} runtime
 */
function dependencies(lock, packages, runtime) {
  const refs = new Map(packages.map((shipped) => [`${shipped.name}@${shipped.version}`, purlOf(shipped)]))
  /** @param {string} path */
  const needed = (path) =>
    neededBy(lock, path).flatMap((found) => refs.get(`${nameOf(lock, found)}@${lock[found]?.version}`) ?? [])
  const own = packages.map((shipped) => ({ ref: purlOf(shipped), dependsOn: sorted(needed(shipped.path)) }))
  return [{ ref: 'tessera', dependsOn: sorted([...(runtime ? [runtime] : []), ...needed('')]) }, ...own]
}

/** @param {readonly string[]} refs */
function sorted(refs) {
  return [...new Set(refs)].toSorted()
}

/** @param {import('./lock.mjs').Lock} lock @param {Target} target @returns {Component} */
function node(lock, target) {
  const found = part('Node.js', packagedNodeVersion(lock, target), 'MIT')
  return { ...found, type: 'framework', ...(found.purl && { 'bom-ref': found.purl }) }
}

/**
 * Electron's package does not state the versions of its parts.
 * @param {import('./lock.mjs').Lock} lock
 * @returns {Component}
 */
function electron(lock) {
  const { version = '', license, integrity } = lock['node_modules/electron'] ?? {}
  const found = { path: '', name: 'electron', version, licence: String(license), integrity }
  const components = [
    part('Chromium', undefined, 'BSD-3-Clause'),
    part('Node.js', undefined, 'MIT'),
    part('FFmpeg', undefined, 'LGPL-2.1-or-later'),
  ]
  return { ...component(found), type: 'framework', components }
}

/** @param {import('./shipped.mjs').ShippedPackage} shipped @returns {Component} */
function component({ path, name, version, licence, integrity }) {
  const purl = purlOf({ name, version })
  const inside = partsInside(name, path)
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    ...(integrity && { hashes: integrity.split(' ').flatMap(hashOf) }),
    licenses: licences(licence),
    purl,
    ...(inside.length > 0 && { components: inside }),
  }
}

/** @param {{ name: string, version: string }} shipped */
function purlOf({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

/**
 * Returns parts inside a package that are not npm packages, or come from another one.
 * @param {string} name
 * @param {string} path
 * @returns {Component[]}
 */
function partsInside(name, path) {
  if (name === 'better-sqlite3') return [part('SQLite', sqliteVersion(), 'blessing')]
  if (name === '@fastify/swagger-ui') return [part('Swagger UI', swaggerUiVersion(), 'Apache-2.0')]
  if (name === 'redoc') return partsOfRedoc()
  const versions = fromRoot(path, 'versions.json')
  if (!name.startsWith('@img/') || !existsSync(versions)) return []
  return Object.entries(JSON.parse(readFileSync(versions, 'utf8'))).map(([library, number]) =>
    part(library, String(number)),
  )
}

function partsOfRedoc() {
  const { packages, unknown } = packagesInRedoc()
  const known = new Map(packages.map(({ name, licence }) => [name, licence]))
  return [...known.keys(), ...unknown].toSorted().map((name) => part(name, undefined, known.get(name)))
}

/** @param {string} name @param {string} [version] @param {string} [licence] @returns {Component} */
function part(name, version, licence) {
  const purl = `pkg:generic/${encodeURIComponent(name.toLowerCase())}@${version}`
  const product = PRODUCTS[name]
  const cpe = product && { cpe: `cpe:2.3:a:${product}:${version}:*:*:*:*:*:*:*` }
  const known = version && { version, ...cpe, purl }
  return { type: 'library', name, ...known, ...(licence && { licenses: licences(licence) }) }
}

/**
 * Vendors and products by their names in vulnerability databases.
 * @type {Readonly<Record<string, string>>}
 */
const PRODUCTS = { 'Node.js': 'nodejs:node.js', SQLite: 'sqlite:sqlite' }

/** @param {string} licence */
function licences(licence) {
  return /[\s(]/.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }]
}

/**
 * Converts a digest from base64, as in the lock, to hexadecimal.
 * @param {string} integrity
 */
function hashOf(integrity) {
  const [algorithm, digest] = integrity.split('-')
  if (algorithm !== 'sha512' || digest === undefined) return []
  return [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }]
}
