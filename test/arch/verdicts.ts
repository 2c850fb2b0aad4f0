import { spawnSync } from 'node:child_process'
import { z } from 'zod'
import { CRUISER_CACHE } from '../../scripts/kit/cruiser-cache.mjs'
import { commandOf, fromRoot } from '../../scripts/kit/paths.mjs'

const CONFIG = fromRoot('.dependency-cruiser.mjs')

const LintReport = z.object({ diagnostics: z.array(z.object({ filename: z.string(), code: z.string() })) })

const LawReport = z.object({
  summary: z.object({ violations: z.array(z.object({ from: z.string(), rule: z.object({ name: z.string() }) })) }),
  modules: z.array(z.object({ source: z.string() })),
})

/** Findings of oxlint below a folder, as sorted lines `file rule`. */
export function lintVerdicts(folder: string): string[] {
  const args = ['--type-aware', '--disable-nested-config', '--config', 'oxlint.config.ts', '--format', 'json', '.']
  const { diagnostics } = LintReport.parse(runForJson(commandOf('oxlint'), args, folder))
  return diagnostics.map(({ filename, code }) => `${filename} ${code}`).toSorted()
}

/** Findings of dependency-cruiser below a folder, as sorted lines `file rule`, and the files that it has read. */
export function lawVerdicts(folder: string, parts: readonly string[]): { violations: string[]; files: string[] } {
  const cache = folder === fromRoot() ? CRUISER_CACHE : []
  const args = ['--config', CONFIG, ...cache, '--output-type', 'json', ...parts]
  const { summary, modules } = LawReport.parse(runForJson(commandOf('dependency-cruiser'), args, folder))
  return {
    violations: summary.violations.map(({ from, rule }) => `${from} ${rule.name}`).toSorted(),
    files: modules.map(({ source }) => source),
  }
}

function runForJson(command: string, args: readonly string[], folder: string): unknown {
  const { stdout } = spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return JSON.parse(stdout)
}
