import { DiffFilter } from '#common/contract/version-diff'
import type { VersionSummary } from '#common/contract/versions'

/** Which versions are compared, and which of the images that differ are shown. */
export interface Choice {
  readonly from: number
  readonly to: number
  readonly filter: DiffFilter
}

/** Versions that can be compared, the newest first. */
export function comparable(versions: readonly VersionSummary[]): readonly VersionSummary[] {
  return versions.filter(({ state }) => state === 'ready').toSorted((a, b) => b.number - a.number)
}

/** The versions in the address, as far as they exist; otherwise the newest against the one before it. */
export function readChoice(params: URLSearchParams, versions: readonly VersionSummary[]): Choice | undefined {
  const [newest, ...older] = comparable(versions).map(({ number }) => number)
  const [before] = older
  if (newest === undefined || before === undefined) return undefined
  const named = (name: string) => [newest, ...older].find((number) => String(number) === params.get(name))
  const to = named('to') ?? newest
  const from = named('from') ?? older.find((number) => number < to) ?? before
  const filter = DiffFilter.safeParse(params.get('show'))
  return { from, to, filter: filter.success ? filter.data : 'all' }
}
