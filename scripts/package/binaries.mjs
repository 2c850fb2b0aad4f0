/**
 * Detects the system and processor of a program or library from its bytes: ELF (Linux), PE (Windows) and Mach-O
 * (macOS).
 */

/**
 * `glibc` is the newest version of the C library that a Linux binary needs, such as `2.34`; undefined if it needs none.
 * @typedef {{ system: 'linux' | 'win32' | 'darwin', arch: string, glibc?: string | undefined }} BinaryFacts
 */

const ELF_MAGIC = 0x464c457f
const MACH_O_MAGIC = 0xfeedfacf
/** Several binaries in one file. */
const FAT_MAGIC = 0xbebafeca
const PE_MAGIC = 0x4550
/** @type {Record<number, string>} */
const ELF_MACHINES = { 3: 'ia32', 40: 'arm', 62: 'x64', 183: 'arm64' }
/** @type {Record<number, string>} */
const PE_MACHINES = { 0x14c: 'ia32', 0x8664: 'x64', 0xaa64: 'arm64' }
/** @type {Record<number, string>} */
const MACH_O_MACHINES = { 0x01000007: 'x64', 0x0100000c: 'arm64' }
/** The ELF section of required library versions. */
const VERSIONS_NEEDED = 0x6ffffffe

/**
 * Returns the facts of a binary; undefined for any other file.
 * @param {Buffer} bytes
 * @returns {BinaryFacts | undefined}
 */
export function binaryFacts(bytes) {
  if (bytes.length < 64) return undefined
  const magic = bytes.readUInt32LE(0)
  if (magic === ELF_MAGIC) return elfFacts(bytes)
  if (magic === MACH_O_MAGIC) return { system: 'darwin', arch: MACH_O_MACHINES[bytes.readUInt32LE(4)] ?? 'unknown' }
  if (magic === FAT_MAGIC) return { system: 'darwin', arch: 'several' }
  return bytes.toString('latin1', 0, 2) === 'MZ' ? peFacts(bytes) : undefined
}

/** @param {Buffer} bytes @returns {BinaryFacts | undefined} */
function peFacts(bytes) {
  const header = bytes.readUInt32LE(0x3c)
  if (header + 6 > bytes.length || bytes.readUInt32LE(header) !== PE_MAGIC) return undefined
  return { system: 'win32', arch: PE_MACHINES[bytes.readUInt16LE(header + 4)] ?? 'unknown' }
}

/** @param {Buffer} bytes @returns {BinaryFacts} */
function elfFacts(bytes) {
  const arch = ELF_MACHINES[bytes.readUInt16LE(18)] ?? 'unknown'
  const is64 = bytes[4] === 2
  const newest = is64 ? neededVersions(bytes).flatMap(glibcOf).toSorted(byVersion).at(-1) : undefined
  return { system: 'linux', arch, glibc: newest }
}

/** @param {string} name */
function glibcOf(name) {
  const version = /^GLIBC_(\d+(?:\.\d+)+)$/.exec(name)?.[1]
  return version === undefined ? [] : [version]
}

/**
 * Orders `2.9` before `2.34`.
 * @param {string} one
 * @param {string} other
 */
export function byVersion(one, other) {
  return one.localeCompare(other, 'en', { numeric: true })
}

/**
 * Returns the names in `.gnu.version_r`, as specified in the "System V Application Binary Interface" and the "Linux
 * Standard Base".
 * @param {Buffer} bytes of a 64-bit file
 * @returns {string[]}
 */
function neededVersions(bytes) {
  const sections = sectionsOf(bytes)
  const needed = sections.find(({ type }) => type === VERSIONS_NEEDED)
  const names = needed && sections[needed.link]
  if (needed === undefined || names === undefined) return []
  /** @type {string[]} */
  const found = []
  for (let at = needed.offset, more = needed.entries; more > 0; more -= 1) {
    let version = at + bytes.readUInt32LE(at + 8)
    for (let left = bytes.readUInt16LE(at + 2); left > 0; left -= 1) {
      found.push(textAt(bytes, names.offset + bytes.readUInt32LE(version + 8)))
      version += bytes.readUInt32LE(version + 12)
    }
    at += bytes.readUInt32LE(at + 12)
  }
  return found
}

/** @param {Buffer} bytes */
function sectionsOf(bytes) {
  const start = Number(bytes.readBigUInt64LE(40))
  const size = bytes.readUInt16LE(58)
  return Array.from({ length: bytes.readUInt16LE(60) }, (_, place) => {
    const at = start + place * size
    return {
      type: bytes.readUInt32LE(at + 4),
      offset: Number(bytes.readBigUInt64LE(at + 24)),
      link: bytes.readUInt32LE(at + 40),
      entries: bytes.readUInt32LE(at + 44),
    }
  })
}

/** @param {Buffer} bytes @param {number} at */
function textAt(bytes, at) {
  return bytes.toString('latin1', at, bytes.indexOf(0, at))
}
