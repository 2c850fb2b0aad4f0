import type { ClassScore, Finding, FoundObject } from '#common/contract/models/playground'
import type { Box } from '#common/geometry/box'
import type { Rings } from '#common/geometry/polygon'
import { decimal, percent, secondsText } from '#renderer/words/format'
import { t } from '#renderer/words/words'

/** One thing that was found: a row of the list, and what is drawn of it. */
export interface Found {
  readonly key: string
  readonly label: string
  /** 1-based place among the class colors; undefined: the machine's own. */
  readonly color: number | undefined
  /** 0…1; undefined where the model gives none. */
  readonly confidence: number | undefined
  /** Note after the number. */
  readonly note: string
  readonly place: FoundPlace | undefined
}

export interface FoundPlace {
  readonly box: Box
  /** Its outline; the box where there is none. */
  readonly rings: Rings | undefined
  readonly keypoints: NonNullable<FoundObject['keypoints']>
}

/** Filter for findings. */
export interface Sieve {
  readonly confidence: number
  /** Names of classes that are switched off. */
  readonly hidden: ReadonlySet<string>
  /** The guess at a mask that is shown. */
  readonly guess: number
}

export function foundIn(finding: Finding, sieve: Sieve): readonly Found[] {
  switch (finding.kind) {
    case 'objects':
      return finding.objects.filter((object) => passes(object, sieve)).map(objectRow)
    case 'classes':
      return finding.scores.filter((score) => passes(score, sieve)).map(scoreRow)
    case 'map':
      return finding.present.flatMap((index) => mapRow(finding.classNames[index], index, sieve))
    case 'text':
      return finding.words.map(({ text, box, confidence }, index) => ({
        key: `word-${index}`,
        label: text,
        color: undefined,
        confidence,
        note: '',
        place: { box, rings: undefined, keypoints: [] },
      }))
    case 'masks':
      return finding.masks.slice(sieve.guess, sieve.guess + 1).map(({ confidence, rings }) => ({
        key: `mask-${sieve.guess}`,
        label: t('Mask'),
        color: undefined,
        confidence,
        note: rings.length === 1 ? '' : t('{{count}} parts', { count: rings.length }),
        place: { box: EMPTY_BOX, rings, keypoints: [] },
      }))
    case 'likeness':
      return finding.scores.map(({ words, similarity }) => ({
        key: words,
        label: words,
        color: undefined,
        confidence: similarity,
        note: '',
        place: undefined,
      }))
  }
}

const EMPTY_BOX: Box = { x0: 0, y0: 0, x1: 0, y1: 0 }

function passes({ className, confidence }: ClassScore, { confidence: least, hidden }: Sieve): boolean {
  return confidence >= least && !hidden.has(className)
}

function objectRow({ box, corners, outlines, keypoints = [], ...object }: FoundObject, index: number): Found {
  const size = `${Math.round(box.x1 - box.x0)}×${Math.round(box.y1 - box.y0)}`
  return {
    key: `object-${index}`,
    label: object.className,
    color: object.classIndex + 1,
    confidence: object.confidence,
    note: size,
    place: { box, rings: outlines ?? (corners && [corners]), keypoints },
  }
}

function scoreRow({ className, classIndex, confidence }: ClassScore): Found {
  return {
    key: `class-${classIndex}`,
    label: className,
    color: classIndex + 1,
    confidence,
    note: '',
    place: undefined,
  }
}

function mapRow(className: string | undefined, index: number, { hidden }: Sieve): readonly Found[] {
  if (className === undefined || hidden.has(className)) return []
  return [
    {
      key: `class-${index}`,
      label: className,
      color: index + 1,
      confidence: undefined,
      note: '',
      place: undefined,
    },
  ]
}

/** How many of each class were found, before classes are switched off. */
export function countByClass(finding: Finding | undefined, confidence: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  if (finding?.kind !== 'objects' && finding?.kind !== 'classes') return counts
  const all: readonly ClassScore[] = finding.kind === 'objects' ? finding.objects : finding.scores
  for (const { className, confidence: sure } of all) {
    if (sure >= confidence) counts.set(className, (counts.get(className) ?? 0) + 1)
  }
  return counts
}

/** "0.88", and similarities as they are. */
export function scoreText(score: number): string {
  return decimal(score, 2)
}

const STAGE_WORDS: Readonly<Record<string, string>> = {
  decode: t('read the image'),
  prepare: t('prepare it'),
  run: t('run the model'),
  finish: t('read its answer'),
  image: t('look at the image'),
  words: t('read the words'),
}

/** Time spent by stage, the longest first, in words. */
export function stageRows(
  stages: Readonly<Record<string, number>>,
): readonly { readonly word: string; readonly text: string; readonly share: string }[] {
  const sum = Object.values(stages).reduce((total, each) => total + each, 0)
  return Object.entries(stages)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, seconds]) => ({
      word: STAGE_WORDS[name] ?? name,
      text: secondsText(seconds),
      share: percent(sum === 0 ? 0 : seconds / sum),
    }))
}
