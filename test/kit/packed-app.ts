import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { extractAll, getRawHeader } from '@electron/asar'
import { z } from 'zod'
import { fromRoot } from '../../scripts/kit/paths.mjs'
import { removeFolder } from './remove-folder.ts'

/** The desktop app packed by electron-builder for this Linux. */
export interface PackedApp {
  /** The folder that is installed. */
  readonly folder: string
  readonly archive: string
  /** Every file of the archive and beside it. */
  readonly files: readonly PackedFile[]
  /** Unpacks the archive and the files beside it into one folder, as Electron sees them. */
  extract(): string
  remove(): Promise<void>
}

export interface PackedFile {
  readonly path: string
  readonly bytes: number
}

/** Files by which electron-builder recognizes an Electron folder. */
const ELECTRON_FILES = ['version', 'LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox', 'chrome_crashpad_handler']

/** Marker in Electron's binary before its fuses: their version, their number, and one character each. */
export const FUSE_MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FUSES = Buffer.concat([Buffer.from(FUSE_MARK), Buffer.from([1, 8]), Buffer.from('10110001')])

/** Packs with the Electron in a folder, or with a placeholder; then everything else is as in a release. */
export async function packApp(electron?: string): Promise<PackedApp> {
  const root = mkdtempSync(join(tmpdir(), 'tessera-packed-'))
  const places = [
    `-c.electronDist=${electron ?? emptyElectron(root)}`,
    `-c.directories.output=${join(root, 'release')}`,
  ]
  const args = [fromRoot('scripts/package.mjs'), '--linux', 'dir', '--x64', ...places]
  await promisify(execFile)(process.execPath, args, { cwd: fromRoot(), maxBuffer: 1e7 })
  const folder = join(root, 'release/linux-unpacked')
  const archive = join(folder, 'resources/app.asar')
  return {
    folder,
    archive,
    files: filesOf(ArchiveFolder.parse(getRawHeader(archive).header)),
    extract() {
      const to = join(root, 'extracted')
      extractAll(archive, to)
      return to
    },
    remove: () => removeFolder(root),
  }
}

function emptyElectron(root: string): string {
  const folder = join(root, 'electron')
  for (const name of ['locales', 'resources']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of ELECTRON_FILES) writeFileSync(join(folder, name), '45.0.0')
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n'), FUSES]))
  chmodSync(join(folder, 'electron'), 0o755)
  return folder
}

interface ArchiveFolder {
  readonly files: Readonly<Record<string, ArchiveFolder | { readonly size: number }>>
}

const ArchiveFolder: z.ZodType<ArchiveFolder> = z.lazy(() =>
  z.object({ files: z.record(z.string(), z.union([ArchiveFolder, z.object({ size: z.number() })])) }),
)

function filesOf({ files }: ArchiveFolder, above = ''): PackedFile[] {
  return Object.entries(files).flatMap(([name, entry]) =>
    'files' in entry ? filesOf(entry, `${above}${name}/`) : [{ path: `${above}${name}`, bytes: entry.size }],
  )
}

const PackageFile = z.object({ name: z.string(), version: z.string() })

/** Returns names and versions of the installed packages in its bundles and beside them. */
export function shippedIds(app: PackedApp): string[] {
  const paths = [...bundledIn('desktop'), ...bundledIn('renderer'), ...packedIn(app)]
  const ids = paths.map((path) => {
    const { name, version } = PackageFile.parse(JSON.parse(readFileSync(fromRoot(path, 'package.json'), 'utf8')))
    return `${name}@${version}`
  })
  return [...new Set(ids)]
}

/** Returns the folders of the packages in a bundle. */
export function bundledIn(bundle: string): string[] {
  const path = fromRoot('dist/stamps', `${bundle}.packages.json`)
  return z.array(z.string()).parse(JSON.parse(readFileSync(path, 'utf8')))
}

/** Returns the folders of the packages beside the bundles. */
export function packedIn({ files }: PackedApp): string[] {
  return files.flatMap(({ path }) => /^(node_modules\/.*)\/package\.json$/.exec(path)?.[1] ?? []).filter(isPackage)
}

/** Packages contain such files for subfolders too. */
function isPackage(path: string): boolean {
  return /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path)
}
