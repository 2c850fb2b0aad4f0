import { spawnSync } from 'node:child_process'
import { z } from 'zod'
import { CRUISER_CACHE } from '../../scripts/kit/cruiser-cache.mjs'
import { commandOf, fromRoot } from '../../scripts/kit/paths.mjs'

const CONFIG = fromRoot('.dependency-cruiser.mjs')

const LintReport = z.object({ diagnostics: z.array(z.object({ filename: z.string(), code: z.string() })) })

const LawReport = z.object({
  summary: z.object({
    violations: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        rule: z.object({ name: z.string() }),
        cycle: z.array(z.object({ name: z.string() })).optional(),
      }),
    ),
  }),
  modules: z.array(z.object({ source: z.string() })),
})

/** Findings of oxlint below a folder, as sorted lines `file rule`. */
export function lintVerdicts(folder: string): string[] {
  const args = ['--type-aware', '--disable-nested-config', '--config', 'oxlint.config.ts', '--format', 'json', '.']
  const { diagnostics } = LintReport.parse(runForJson(commandOf('oxlint'), args, folder))
  return diagnostics.map(({ filename, code }) => `${filename} ${code}`).toSorted()
}

interface LawVerdicts {
  /** Sorted lines `file rule`. */
  readonly violations: string[]
  /** The same with where each import leads: the whole way of a cycle. */
  readonly told: string[]
  /** Files that were read. */
  readonly files: string[]
}

/** Returns what dependency-cruiser finds below a folder. */
export function lawVerdicts(folder: string, parts: readonly string[]): LawVerdicts {
  const cache = folder === fromRoot() ? CRUISER_CACHE : []
  const args = ['--config', CONFIG, ...cache, '--output-type', 'json', ...parts]
  const { summary, modules } = LawReport.parse(runForJson(commandOf('dependency-cruiser'), args, folder))
  return {
    violations: summary.violations.map(({ from, rule }) => `${from} ${rule.name}`).toSorted(),
    told: summary.violations.map(({ from, to, rule, cycle = [{ name: to }] }) =>
      [`${rule.name}: ${from}`, ...cycle.map(({ name }) => name)].join(' → '),
    ),
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
