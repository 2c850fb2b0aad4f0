import type { Message } from '#common/messages/template'
import type { Draft } from '../../../annotation/annotations/read-annotation.ts'
import { twinMessage } from '../reading.ts'
import type { LookedAt } from './look.ts'

interface Twin {
  /** Its annotations are the first of the image, which count. */
  readonly isCounted: boolean
  /** Why others are not taken; absent where they are the same. */
  readonly fault?: Message
}

/** Reports files with identical bytes, and those among them with different annotations. */
export function twins(images: readonly LookedAt[]) {
  const repeated = new Set(images.flatMap(({ first }) => first ?? []))
  const said = new Map<string, { readonly path: string; readonly texts: Set<string> }>()

  return function twin(index: number | undefined, drafts: readonly Draft[]): Twin {
    const image = index === undefined ? undefined : images[index]
    if (image === undefined) return { isCounted: true }
    const { path } = image.file
    const key = image.first ?? path
    if (!repeated.has(key)) return { isCounted: true }
    const text = textOf(drafts)
    const first = said.get(key) ?? { path, texts: new Set<string>() }
    said.set(key, first)
    if (first.path === path) first.texts.add(text)
    return first.path === path || first.texts.has(text)
      ? { isCounted: first.path === path }
      : { isCounted: false, fault: twinMessage(first.path, path) }
  }
}

function textOf(drafts: readonly Draft[]): string {
  const texts = drafts.map(({ className, geometry, crowd = false }) => JSON.stringify([className, geometry, crowd]))
  return texts.toSorted().join()
}
