import { navigate, parseRoute, projectHref } from '#renderer/kit/app/router'
import { t } from '#renderer/kit/words/words'
import { goTo } from '../queue/queue-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { NO_TRAIL, stepped, type Trail, visited } from './trail.ts'

const trails = new WeakMap<Workbench, Trail>()

/** Remembers which images come on screen, until the returned function is called. */
export function followTrail(bench: Workbench): () => void {
  const follow = () => {
    const { image } = bench.bench
    if (image !== undefined) trails.set(bench, visited(trails.get(bench) ?? NO_TRAIL, image))
  }
  follow()
  return bench.store.subscribe(follow)
}

/** To the image that was on screen before this one, or forward again. */
export function goAlong(bench: Workbench, way: 'back' | 'forward'): void {
  const next = stepped(trails.get(bench) ?? NO_TRAIL, way)
  if (!next) return bench.announce(way === 'back' ? t('This is the first image you opened') : t('No later image'))
  trails.set(bench, next)
  goTo(bench, next.here)
}

/** The same images as a grid, to be sorted by key. */
export function openSorting(bench: Workbench): void {
  bench.settle()
  const params = Object.fromEntries(parseRoute(location.hash).params)
  navigate(projectHref(bench.project, 'sort', { ...params, image: undefined }))
}

export function askGoTo(bench: Workbench): void {
  bench.set({ asking: { kind: 'go-to' } })
}

/** The place in the queue that a number means, from 0; undefined when it is none. */
export function placeTyped(typed: string, total: number): number | undefined {
  const number = /^#?\s*(\d{1,9})$/.exec(typed.trim())?.[1]
  const place = Number(number ?? 0) - 1
  return place >= 0 && place < total ? place : undefined
}

/** Why nothing answers. */
export function nothingFound(typed: string, total: number): string {
  const text = typed.trim()
  return /^#?\s*\d+$/.test(text)
    ? t('The queue has {{count}} images, and no name holds “{{text}}”', { count: total, text })
    : t('No name in this queue contains “{{text}}”', { text })
}
