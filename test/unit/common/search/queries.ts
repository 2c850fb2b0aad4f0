import fc from 'fast-check'
import type { SearchQuery, SearchTerm } from '#common/search/query'

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12 }),
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
  fc.constantFrom('AND', 'OR', 'NOT', '*', '-', 'a b', '"', '\\', '(', 'tag:x', 'k=v', '-boat', 'night'),
)
const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

/** Every kind of term, with texts that need quotes too. */
const term: fc.Arbitrary<SearchTerm> = fc.oneof(
  fc.record({ kind: fc.constantFrom('word', 'filename'), text }),
  fc.record({ kind: fc.constantFrom('tag', 'class', 'batch'), name: text }),
  fc.record({ kind: fc.constant('job'), name: fc.option(text.filter((name) => name !== '*')) }),
  fc.record({ kind: fc.constant('split'), split: fc.constantFrom('train', 'valid', 'test') }),
  fc.record({ kind: fc.constant('project'), slug: fc.constantFrom(null, 'harbor', 'night-boats-2') }),
  fc.record({ kind: fc.constant('metadata'), key: text, value: fc.option(text) }),
  fc.record({ kind: fc.constant('attribute'), key: text, value: fc.option(text) }),
  fc.record({
    kind: fc.constant('measure'),
    of: fc.constantFrom('width', 'height', 'annotations'),
    is: fc.constantFrom('min', 'max'),
    value: fc.nat({ max: 999_999_999 }),
  }),
  fc.record({
    kind: fc.constant('added'),
    when: fc.constantFrom('on', 'after', 'from', 'before', 'until'),
    day,
  }),
  fc.record({ kind: fc.constantFrom('labelled', 'predictions'), is: fc.boolean() }),
)

/** Queries of all shapes, a few levels deep. */
export const anyQuery: fc.Arbitrary<SearchQuery> = fc.letrec<{ query: SearchQuery }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'query' },
    fc.oneof(term, fc.constant<SearchQuery>({ kind: 'all' })),
    fc.record({
      kind: fc.constantFrom('and', 'or'),
      parts: fc.array(tie('query'), { minLength: 2, maxLength: 3, depthIdentifier: 'query' }),
    }),
    fc.record({ kind: fc.constant('not'), of: tie('query') }),
  ),
})).query
