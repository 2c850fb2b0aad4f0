import type { AnnotationDocument } from '#common/annotation/edit'
import { changesBetween } from '#common/annotation/operation'
import { act } from '#renderer/kit/words/acts'
import { t } from '#renderer/kit/words/words'
import type { Workbench } from '../workbench/workbench.ts'

/** Steps to an earlier state of the labels. What is shown stays until that state is known. */
export function lookAtPast(bench: Workbench, place: number): void {
  bench.settle()
  const { picker, past } = bench.bench
  if (past?.place === place) return
  // Drawn shapes still wait for their class.
  const waiting = picker?.drawn ? picker : undefined
  bench.set({ past: { place, shapes: past?.shapes }, selection: [], hovered: undefined, picker: waiting })
}

/** The labels as they were at that place have arrived; they may be too late, or a person may wait for them. */
export function showPast(bench: Workbench, place: number, shapes: AnnotationDocument): void {
  const { past } = bench.bench
  if (past?.place !== place) return
  bench.set({ past: { place, shapes, isKnown: true } })
  if (past.goesBack) goBack(bench)
}

export function leavePast(bench: Workbench): void {
  if (bench.bench.past) bench.set({ past: undefined })
}

/** Restores the annotations of the place that is looked at, once they have arrived: one gesture, which can be undone. */
export function goBack(bench: Workbench): void {
  const { past } = bench.bench
  const { document } = bench
  if (!past || !document) return
  if (!past.isKnown || !past.shapes) return bench.set({ past: { ...past, goesBack: true } })
  leavePast(bench)
  const changes = changesBetween(document.shapes, past.shapes)
  if (changes.length === 0) return bench.announce(t('The labels are the same as now'))
  bench.edit({ label: act('Go back to an earlier state'), changes })
}
