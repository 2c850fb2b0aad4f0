import { expect, test } from 'vitest'
import { scaledCondition, scaledValue } from '../../../../scripts/vite/scaled-lengths.ts'

test('lengths of the design are shipped in rem, and a hairline stays one pixel', () => {
  const written = ['28px', '0 -6px 2.5px .5px #fff', '1px solid var(--line)', 'calc(100% - 40px)', 'minmax(170px, 2fr)']

  expect(written.map(scaledValue)).toEqual([
    '1.75rem',
    '0 -0.375rem 0.15625rem .5px #fff',
    '1px solid var(--line)',
    'calc(100% - 2.5rem)',
    'minmax(10.625rem, 2fr)',
  ])
})

test('what is no length stays as it is', () => {
  const written = ['url(a-20px.png)', 'var(--h-20px)', '#20px', 'grid-20px']

  expect(written.map(scaledValue)).toEqual(written)
})

test('a query about the size of the window asks the box whose em knows the scale', () => {
  const queries = [
    '(max-width: 1200px)',
    '(min-width:1600px)',
    '(max-height: 760px)',
    '(prefers-reduced-motion: reduce)',
  ]

  expect(queries.map(scaledCondition)).toEqual([
    'window (max-width: 75em)',
    'window (min-width: 100em)',
    'window (max-height: 47.5em)',
    undefined,
  ])
})
