import type { Lint } from '#common/annotation/lint/lint'
import { t } from '#renderer/words/words'

/** The sentence of a lint: "Car 3 crosses itself". */
export function lintSentence(lint: Lint, nameOf: (id: Lint['shape']) => string): string {
  const name = nameOf(lint.shape)
  if (lint.kind !== 'duplicate') return ownSentence(lint.kind, name)
  return lint.other === undefined
    ? t('{{name}} is a duplicate', { name })
    : t('{{name}} lies on {{other}}', { name, other: nameOf(lint.other) })
}

function ownSentence(kind: Exclude<Lint['kind'], 'duplicate'>, name: string): string {
  switch (kind) {
    case 'tiny':
      return t('{{name}} is very small', { name })
    case 'outside':
      return t('{{name}} extends beyond the image', { name })
    case 'crossing':
      return t('{{name}} crosses itself', { name })
    case 'stray':
      return t('{{name}} has a stray part', { name })
    case 'swapped':
      return t('{{name}} has a left and a right point swapped', { name })
    case 'unsaid':
      return t('{{name}} lacks a required attribute', { name })
    case 'unusual-size':
      return t('{{name}} has an unusual size for its class', { name })
    case 'far':
      return t('{{name}} has moved since the previous image', { name })
  }
}
