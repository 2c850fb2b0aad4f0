import type { Reviewed } from '../annotation/review.ts'
import type { ImageState } from '../contract/images.ts'
import type { Split } from '../split.ts'

export type Measure = 'width' | 'height' | 'annotations'

/** Days are those of UTC. `after` begins when the day is over, `from` when it begins; `until` ends when it is over. */
export type AddedWhen = 'on' | 'after' | 'from' | 'before' | 'until'

/** Condition on images, read from the words of a person or a program. */
export type SearchQuery =
  | { readonly kind: 'all' }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly SearchQuery[] }
  | { readonly kind: 'not'; readonly of: SearchQuery }
  | SearchTerm

/** One condition. Texts are compared in any case. */
export type SearchTerm =
  /** A part of the file name, or a whole tag or class. */
  | { readonly kind: 'word'; readonly text: string }
  /** A part of the file name; `*` stands for any characters, here and in a word. */
  | { readonly kind: 'filename'; readonly text: string }
  | { readonly kind: 'tag' | 'class'; readonly name: string }
  /** By name or identifier. */
  | { readonly kind: 'batch'; readonly name: string }
  /** By name or identifier; null: in any annotation job. */
  | { readonly kind: 'job'; readonly name: string | null }
  | { readonly kind: 'split'; readonly split: Split }
  | { readonly kind: 'state'; readonly state: ImageState }
  | { readonly kind: 'review'; readonly review: Reviewed }
  /** Null: images in no project. */
  | { readonly kind: 'project'; readonly slug: string | null }
  /** Null: the key is there, whatever its value. */
  | { readonly kind: 'metadata'; readonly key: string; readonly value: string | null }
  /** Value of an annotation for an attribute of its class, by its name; null: any value. */
  | { readonly kind: 'attribute'; readonly key: string; readonly value: string | null }
  /** A label says nothing by this attribute of its class. */
  | { readonly kind: 'lacks'; readonly name: string }
  | { readonly kind: 'measure'; readonly of: Measure; readonly is: 'min' | 'max'; readonly value: number }
  /** `day` is YYYY-MM-DD. */
  | { readonly kind: 'added'; readonly when: AddedWhen; readonly day: string }
  /** Labeled images are those that a version takes in: with objects, or marked as background. */
  | { readonly kind: 'labelled'; readonly is: boolean }
  /** Whether something that a model said of the image waits for a person. */
  | { readonly kind: 'predictions'; readonly is: boolean }
  /** Whether it has comments that are not resolved. */
  | { readonly kind: 'comments'; readonly is: boolean }

/** Most characters, terms and levels of parentheses of a query. */
export const SEARCH_LIMITS = { length: 2000, terms: 100, depth: 30 } as const

/** The selectors of the query language with an example each, for help texts. */
export const SELECTORS = [
  { name: 'tag', example: 'tag:night', about: 'a tag' },
  { name: 'class', example: 'class:boat', about: 'objects of a class' },
  { name: 'split', example: 'split:train', about: 'train, valid or test' },
  { name: 'state', example: 'state:done', about: 'done, started or todo' },
  { name: 'review', example: 'review:rejected', about: 'waiting, approved or rejected' },
  { name: 'filename', example: 'filename:quay', about: 'a part of the file name; * stands for anything' },
  { name: 'batch', example: 'batch:"May 4"', about: 'a batch, by name or id' },
  { name: 'job', example: 'job:*', about: 'an annotation job, by name or id; * is any' },
  { name: 'project', example: 'project:harbor', about: 'a project; project:false is none' },
  { name: 'metadata', example: 'metadata:lane=4', about: 'a value; without "=" any value' },
  { name: 'attribute', example: 'attribute:colour=red', about: 'the value of an attribute; without "=" any value' },
  { name: 'lacks', example: 'lacks:colour', about: 'annotations without this attribute of their class' },
  { name: 'min-width', example: 'min-width:1000', about: 'pixels; also max-width' },
  { name: 'max-width', example: 'max-width:4000', about: 'pixels' },
  { name: 'min-height', example: 'min-height:1000', about: 'pixels; also max-height' },
  { name: 'max-height', example: 'max-height:4000', about: 'pixels' },
  { name: 'min-annotations', example: 'min-annotations:1', about: 'objects; also max-annotations' },
  { name: 'max-annotations', example: 'max-annotations:0', about: 'objects' },
  { name: 'added', example: 'added:>2026-01-31', about: 'after a day (UTC); also >=, <, <=, or the day alone' },
  { name: 'labelled', example: 'labelled:false', about: 'true or false' },
  { name: 'predictions', example: 'predictions:true', about: 'pending predictions' },
  { name: 'comments', example: 'comments:open', about: 'open: with unresolved comments; none: without' },
] as const

export type SelectorName = (typeof SELECTORS)[number]['name']
