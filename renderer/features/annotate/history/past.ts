import type { AnnotationDocument } from '#common/annotation/edit'
import { changesBetween } from '#common/annotation/operation'
import { act } from '#renderer/kit/words/acts'
import { t } from '#renderer/kit/words/words'
import type { Workbench } from '../workbench/workbench.ts'

/** Steps to an earlier state of the labels. What is shown stays until that state is known. */
export function lookAtPast(bench: Workbench, place: number): void {
  bench.settle()
  const shapes = bench.bench.past?.shapes
  const { picker } = bench.bench
  // Drawn shapes still wait for their class.
  const waiting = picker?.drawn ? picker : undefined
  bench.set({ past: { place, shapes }, selection: [], hovered: undefined, picker: waiting })
}

/** The labels as they were at that place have arrived; they may be too late. */
export function showPast(bench: Workbench, place: number, shapes: AnnotationDocument): void {
  if (bench.bench.past?.place === place) bench.set({ past: { place, shapes } })
}

export function leavePast(bench: Workbench): void {
  if (bench.bench.past) bench.set({ past: undefined })
}

/** Makes the labels what they are on screen: one gesture, which can be undone as any other. */
export function goBack(bench: Workbench): void {
  const { past } = bench.bench
  const { document } = bench
  if (!past?.shapes || !document) return
  leavePast(bench)
  const changes = changesBetween(document.shapes, past.shapes)
  if (changes.length === 0) return bench.announce(t('The labels are the same as now'))
  bench.edit({ label: act('Go back to an earlier state'), changes })
}
