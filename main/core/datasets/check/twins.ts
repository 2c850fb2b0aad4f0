import type { Draft } from '../../annotations/read-annotation.ts'
import type { LookedAt } from './look.ts'

/** Tells of files with the same bytes that are annotated in different ways: the project has one image for all of them. */
export function twins(pictures: readonly LookedAt[]) {
  const repeated = new Set(pictures.flatMap(({ first }) => first ?? []))
  const said = new Map<string, { readonly path: string; readonly text: string }>()

  /** Why the annotations of the file are not taken; undefined when they are, or are said already. */
  return function faultOf(index: number | undefined, drafts: readonly Draft[]): string | undefined {
    const picture = index === undefined ? undefined : pictures[index]
    if (picture === undefined) return undefined
    const { path } = picture.file
    const key = picture.first ?? path
    if (!repeated.has(key)) return undefined
    const text = textOf(drafts)
    const before = said.get(key)
    if (before === undefined) said.set(key, { path, text })
    if (before === undefined || before.text === text) return undefined
    return twinSentence(path, before.path)
  }
}

function textOf(drafts: readonly Draft[]): string {
  const texts = drafts.map(({ className, geometry, crowd = false }) => JSON.stringify([className, geometry, crowd]))
  return texts.toSorted().join()
}

function twinSentence(path: string, other: string): string {
  return `${path} and ${other} are the same image with different annotations: only one set is kept`
}
