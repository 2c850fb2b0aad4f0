import { navigate, parseRoute, projectHref } from '#renderer/ui/app/router'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import { goTo } from '../../effects/queue/open-image.ts'
import { NO_TRAIL, stepped, type Trail, visited } from './trail.ts'

const trails = new WeakMap<Editor, Trail>()

/** Remembers which images come on screen, until the returned function is called. */
export function followTrail(editor: Editor): () => void {
  const follow = () => {
    const { image } = editor.state
    if (image !== undefined) trails.set(editor, visited(trails.get(editor) ?? NO_TRAIL, image))
  }
  follow()
  return editor.store.subscribe(follow)
}

/** To the image that was on screen before this one, or forward again. */
export function goAlong(editor: Editor, way: 'back' | 'forward'): void {
  const next = stepped(trails.get(editor) ?? NO_TRAIL, way)
  if (!next) return editor.announce(way === 'back' ? t('This is the first image you opened') : t('No later image'))
  trails.set(editor, next)
  goTo(editor, next.here)
}

/** The same images as a grid, to be sorted by key. */
export function openSorting(editor: Editor): void {
  editor.settle()
  const params = Object.fromEntries(parseRoute(location.hash).params)
  navigate(projectHref(editor.project, 'sort', { ...params, image: undefined }))
}

export function askGoTo(editor: Editor): void {
  editor.set({ asking: { kind: 'go-to' } })
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
    ? t('The queue has {{count}} images, and no name contains “{{text}}”', { count: total, text })
    : t('No name in this queue contains “{{text}}”', { text })
}
