import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Plugin, Rollup } from 'vite'
import { readLock } from '../package/lock.mjs'
import { root } from './alias.ts'

/** Helpers that the bundler itself adds, by the prefix of their virtual names. */
const HELPERS: Readonly<Record<string, string>> = { vite: 'node_modules/vite', rolldown: 'node_modules/rolldown' }

/**
 * Records which installed packages went into a bundle, as paths like those of package-lock.json, because their licences
 * ship with the program (scripts/package/shipped.mjs). Only the bundler knows, since it drops unused code.
 */
export function bundledPackages(bundle: string): Plugin {
  const styles = new Set<string>()
  return {
    name: 'bundled-packages',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('.css')) for (const name of importedByStyle(code)) styles.add(`node_modules/${name}`)
    },
    writeBundle(_options, output) {
      const packages = new Set([...styles, ...Object.values(output).flatMap(sourcesOf).flatMap(packageOf)])
      for (const path of packages)
        if (hasAddon(path))
          this.error(
            `${path} contains a native addon, which cannot be bundled: list it in scripts/vite/packages-beside.ts.`,
          )
      const folder = resolve(root, 'dist/stamps')
      mkdirSync(folder, { recursive: true })
      writeFileSync(
        resolve(folder, `${bundle}.packages.json`),
        `${JSON.stringify([...packages].toSorted(), undefined, 2)}\n`,
      )
    },
  }
}

/** Returns whether a package is compiled for one platform, or loads another one that is. */
function hasAddon(path: string): boolean {
  if (Object.values(HELPERS).includes(path)) return false
  const folder = resolve(root, path)
  if (existsSync(resolve(folder, 'binding.gyp')) || globSync('**/*.node', { cwd: folder }).length > 0) return true
  const lock = readLock()
  const optional = Object.keys(lock[path]?.optionalDependencies ?? {})
  return optional.some((name) => lock[`node_modules/${name}`]?.cpu !== undefined)
}

/** A style imported by another is not a module of its own. */
function importedByStyle(code: string): string[] {
  return [...code.matchAll(/@import\s+["']((?:@[^/"']+\/)?[^./"'][^/"']*)/g)].map(([, name = '']) => name)
}

function sourcesOf(made: Rollup.OutputAsset | Rollup.OutputChunk): readonly string[] {
  return made.type === 'chunk' ? made.moduleIds : made.originalFileNames
}

function packageOf(source: string): string[] {
  const helper = HELPERS[/^\0(\w+)\//.exec(source)?.[1] ?? '']
  if (helper !== undefined) return [helper]
  const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source.replaceAll('\\', '/'))?.[0]
  return folder === undefined ? [] : [folder.slice(folder.indexOf('node_modules/'))]
}
