/** THIRD-PARTY-NOTICES.txt: the software that ships with the program, and its licences. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fromRoot } from '../kit/paths.mjs'
import { partsOf } from './parts.mjs'
import { packagesInRedoc, shippedPackages } from './shipped.mjs'
import { keptText, textOf } from './texts.mjs'

export const NOTICES_NAME = 'THIRD-PARTY-NOTICES.txt'
/** The path from which `electron-builder.yml` packs the notices. */
const NOTICES = fromRoot('packaging/notices', NOTICES_NAME)
/** Licences that many packages refer to, or that require a copy of themselves. */
const FULL_TEXTS = ['Apache-2.0', 'LGPL-2.1', 'LGPL-3.0', 'GPL-3.0', 'MPL-1.1']
const DOUBLE_RULE = '='.repeat(100)
const RULE = '-'.repeat(100)

/** @typedef {import('./shipped.mjs').ShippedPackage} ShippedPackage */

/** Needs a build. */
export function writeNotices() {
  mkdirSync(dirname(NOTICES), { recursive: true })
  writeFileSync(NOTICES, notices('desktop'))
}

/** Returns THIRD_PARTY_NOTICES.md of the repository, the short form. Needs a build. */
export function noticesInShort() {
  const shipped = shippedPackages('desktop')
  const parts = partsOf('desktop', shipped).map(({ title }) => `- ${title}`)
  const rows = shipped.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  const table = ['| Package | Version | Licence |', '|---|---|---|', ...rows]
  return `${[SHORT_INTRODUCTION, parts.join('\n'), '## npm packages', table.join('\n')].join('\n\n')}\n`
}

const SHORT_INTRODUCTION = `# Third-party notices

The desktop app for Linux on x64 contains this software of others; packages for other systems contain the builds of the same libraries for them.
\`npm run package\` writes the whole notices, with the text of every licence, into the program (*Help > Third-party notices*). \`node
scripts/notices.mjs\` writes this file anew. [Licences](docs/licences.md) says which licences may ship.

## Programs and libraries`

/**
 * Returns the notices, which are the same for the same build and installed packages. Only a station has a target, whose
 * Node is packed with it.
 * @param {import('./shipped.mjs').ShippedProgram} program
 * @param {import('./payload.mjs').PackTarget} [target]
 */
export function notices(program, target) {
  const shipped = shippedPackages(program)
  const redoc = packagesInRedoc()
  const chapters = [
    ...partsOf(program, shipped, target).map(({ title, text }) => chapter(title, text)),
    chapter(
      'npm packages',
      [tableOf(shipped), ...groupsOf(shipped, ({ name, version }) => `${name} ${version}`)].join('\n\n'),
    ),
    chapter('npm packages inside redoc.standalone.js', redocText(redoc)),
    ...FULL_TEXTS.map((name) => chapter(`The text of ${name}`, keptText(name))),
  ]
  return `${INTRODUCTION}\n\n${chapters.join('\n\n')}\n`
}

const INTRODUCTION = `THIRD-PARTY NOTICES

Tessera contains software that others have written. This file names it, with the licences under which it may be used, the notices
that these licences ask for, and where its source is. It was made from the packages that were built into this very program.`

/** @param {string} title @param {string} text */
function chapter(title, text) {
  return `${DOUBLE_RULE}\n${title}\n${DOUBLE_RULE}\n\n${text}`
}

/** @param {readonly ShippedPackage[]} packages */
function tableOf(packages) {
  return packages.map(({ name, version, licence }) => `${name} ${version}: ${licence}`).join('\n')
}

/**
 * Groups packages with identical texts.
 * @param {readonly ShippedPackage[]} packages
 * @param {(shipped: ShippedPackage) => string} titleOf
 */
function groupsOf(packages, titleOf) {
  /** @type {Map<string, string[]>} */
  const titles = new Map()
  for (const shipped of packages) {
    const text = textOf(shipped)
    titles.set(text, [...(titles.get(text) ?? []), titleOf(shipped)])
  }
  return [...titles].map(([text, names]) => `${RULE}\n${names.join('\n')}\n${RULE}\n\n${text}`)
}

/** @param {ReturnType<typeof packagesInRedoc>} found */
function redocText({ packages, unknown }) {
  const banners = readFileSync(fromRoot('node_modules/redoc/bundles/redoc.standalone.js.LICENSE.txt'), 'utf8')
  const names = packages.map(({ name, licence }) => `${name}: ${licence}`)
  return `The viewer of the API comes as one file. These packages are in it, in versions that its makers chose:

${[...names, ...unknown.map((name) => `${name}: see https://www.npmjs.com/package/${name}`)].join('\n')}

The notices that its makers kept:

${banners.trim()}

The texts of the licences, from the packages of the same names that npm installs with redoc:

${groupsOf(packages, ({ name }) => name).join('\n\n')}`
}
