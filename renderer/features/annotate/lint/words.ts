import type { Lint } from '#common/annotation/lint/lint'

/** What is to be looked at: "Car 3 crosses itself". */
export function lintSentence(lint: Lint, nameOf: (id: Lint['shape']) => string): string {
  const name = nameOf(lint.shape)
  if (lint.kind !== 'duplicate') return ownSentence(lint.kind, name)
  return lint.other === undefined ? `${name} is there twice` : `${name} lies on ${nameOf(lint.other)}`
}

function ownSentence(kind: Exclude<Lint['kind'], 'duplicate'>, name: string): string {
  switch (kind) {
    case 'tiny':
      return `${name} is very small`
    case 'outside':
      return `${name} reaches out of the picture`
    case 'crossing':
      return `${name} crosses itself`
    case 'stray':
      return `${name} has a stray part`
    case 'swapped':
      return `${name} has a left and a right point swapped`
    case 'unsaid':
      return `${name} lacks an attribute that it must have`
    case 'unusual-size':
      return `${name} has an unusual size for its class`
    case 'far':
      return `${name} lies elsewhere than on the previous picture`
  }
}
