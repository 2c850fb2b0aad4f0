import type { Lint } from '#common/annotation/lint/lint'
import { t } from '#renderer/kit/words/words'
import type { Bench } from '../workbench/bench.ts'
import { selectAndReveal } from '../workbench/shape-acts.ts'
import { namedShapes, shapeName } from '../workbench/shape-names.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { lintSentence } from './words.ts'

/** Selects the next label that deserves a look, and says why. */
export function stepLint(bench: Workbench, way: 1 | -1): void {
  const { lints } = bench.bench
  const place = lintInHand(bench.bench)
  const start = place === -1 && way === -1 ? 0 : place
  const next = lints[(start + way + lints.length) % lints.length]
  if (!next) return
  selectAndReveal(bench, next.shape)
  bench.set({ lint: next })
  bench.announce(sentenceOf(bench, next))
}

/** The place of the lint that was stepped to; −1 once something else is selected. */
export function lintInHand({ lints, lint, selection }: Bench): number {
  return lint && selection.length === 1 && selection[0] === lint.shape ? lints.indexOf(lint) : -1
}

export function sentenceOf(bench: Workbench, lint: Lint): string {
  const shapes = namedShapes(bench.document?.shapes ?? [], bench.bench.classes ?? [])
  const byId = new Map(shapes.map((named) => [named.shape.id, named]))
  return lintSentence(lint, (id) => {
    const named = byId.get(id)
    return named ? shapeName(named) : t('A label')
  })
}
