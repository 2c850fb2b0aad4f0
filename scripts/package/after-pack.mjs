/**
 * Runs for each packed program before it is signed. Every binary in it must be for its system and processor, and need
 * no newer C library than the packages declare.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Arch } from 'electron-builder'
import { binaryFacts, byVersion } from './binaries.mjs'

/**
 * The version in Debian 12, Ubuntu 22.04 and RHEL 9, which better-sqlite3 needs. `electron-builder.yml` repeats it for
 * the deb.
 */
export const GLIBC_FLOOR = '2.34'

/** @param {import('electron-builder').AfterPackContext} context */
export function afterPack({ appOutDir, arch, electronPlatformName }) {
  const wrong = misfits(appOutDir, { system: electronPlatformName, arch: Arch[arch] ?? '' })
  if (wrong.length > 0) throw new Error(`The packed program has binaries that do not fit:\n${wrong.join('\n')}`)
}

/**
 * Returns a line for each binary below the folder that does not fit.
 * @param {string} folder
 * @param {{ system: string, arch: string }} target
 */
export function misfits(folder, target) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .flatMap((path) => {
      const reason = misfitOf(path, target)
      return reason === undefined ? [] : [`${relative(folder, path)}: ${reason}`]
    })
}

/**
 * Returns why a file does not fit; undefined if it does, or is not a binary.
 * @param {string} path
 * @param {{ system: string, arch: string }} target
 */
export function misfitOf(path, { system, arch }) {
  const facts = binaryFacts(readFileSync(path))
  if (facts === undefined) return undefined
  if (facts.system !== system || (facts.arch !== arch && facts.arch !== 'several'))
    return `is for ${facts.system} on ${facts.arch}, not for ${system} on ${arch}`
  if (facts.glibc !== undefined && byVersion(facts.glibc, GLIBC_FLOOR) > 0)
    return `asks for glibc ${facts.glibc}; the packages promise ${GLIBC_FLOOR}`
  return undefined
}
