import fc from 'fast-check'
import { expect, test } from 'vitest'
import { licenceFault, licenceOf } from '../../../../scripts/package/licence-rule.mjs'
import { licenceFaults } from '../../../../scripts/package/licences.mjs'

test.for([
  'MIT',
  '(MIT)',
  'MIT OR GPL-3.0-only',
  'GPL-2.0-only OR (AGPL-3.0-only OR ISC)',
  'Apache-2.0 AND MIT',
  'MIT AND (GPL-3.0-only OR BSD-3-Clause)',
  'Apache-2.0 WITH LLVM-exception',
  'GPL-3.0-only AND MIT OR ISC',
  '  ( MIT   OR CC0-1.0 ) ',
])('%s may ship', (expression) => {
  expect(licenceFault('left-pad', expression)).toBeUndefined()
})

test.for([
  ['GPL-3.0-or-later', 'is licensed under GPL-3.0-or-later'],
  ['AGPL-3.0-only', 'is licensed under AGPL-3.0-only'],
  ['SSPL-1.0', 'is licensed under SSPL-1.0'],
  ['BUSL-1.1', 'is licensed under BUSL-1.1'],
  ['UNLICENSED', 'is licensed under UNLICENSED'],
  ['MIT AND GPL-3.0-only', 'is licensed under GPL-3.0-only'],
  ['GPL-2.0-only OR AGPL-3.0-only', 'is licensed under GPL-2.0-only and AGPL-3.0-only'],
  ['MIT OR ISC AND GPL-3.0-only', undefined],
  ['(MIT OR ISC) AND GPL-3.0-only', 'is licensed under GPL-3.0-only'],
  ['MIT WITH Commons-Clause', 'is licensed under MIT WITH Commons-Clause'],
  ['Apache-2.0+', 'is licensed under Apache-2.0+'],
  ['LicenseRef-MIT', 'is licensed under LicenseRef-MIT'],
  ['mit', 'is licensed under mit'],
  ['constructor', 'is licensed under constructor'],
  ['__proto__', 'is licensed under __proto__'],
] as const)('%s: %s', ([expression, fault]) => {
  expect(licenceFault('left-pad', expression)).toBe(fault)
})

test.for([
  'SEE LICENSE IN LICENSE.md',
  'MIT ISC',
  'MIT OR',
  'OR MIT',
  'AND',
  '(MIT',
  'MIT)',
  '()',
  'MIT or GPL-3.0-only',
  'MIT/ISC',
  'MIT, ISC',
  'MIT WITH',
  'MIT WITH (ISC)',
  'МIT',
  'https://example.com/licence',
  `${'('.repeat(100_000)}MIT${')'.repeat(100_000)}`,
  { type: 'MIT' },
  ['MIT'],
  [{ type: 'MIT' }, { type: 'GPL-3.0' }],
  true,
  null,
])('what SPDX does not know is refused: %j', (says) => {
  expect(licenceFault('left-pad', says)).toMatch(/^names its licence in no way that SPDX knows: /)
})

test('a package that names no licence is refused', () => {
  expect([undefined, ''].map((says) => licenceFault('left-pad', says))).toEqual(Array(2).fill('names no licence'))
})

test('the licence of libvips is for what may be replaced, and that of fonts for fonts', () => {
  const names = ['@img/sharp-libvips-linux-x64', '@fontsource-variable/inter', 'left-pad']
  const may = (licence: string) => names.filter((name) => licenceFault(name, licence) === undefined)

  expect({ library: may('LGPL-3.0-or-later'), font: may('OFL-1.1') }).toEqual({
    library: ['@img/sharp-libvips-linux-x64'],
    font: ['@fontsource-variable/inter'],
  })
})

test('what is known of a package with no licence field ends when it gets one', () => {
  expect(licenceOf('decko', undefined)).toBe('MIT')
  expect(licenceFault('decko', undefined)).toBeUndefined()
  expect(licenceFault('decko', 'GPL-3.0-only')).toBe('is licensed under GPL-3.0-only')
})

test('OR takes any side that is allowed, and AND needs all of them, however deep they stand', () => {
  const leaf = fc.boolean().map((isAllowed) => ({ text: isAllowed ? 'MIT' : 'GPL-3.0-only', isAllowed }))
  const { expression } = fc.letrec<{ expression: typeof leaf extends fc.Arbitrary<infer Value> ? Value : never }>(
    (tie) => ({
      expression: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => ({
          text: `(${one.text} OR ${other.text})`,
          isAllowed: one.isAllowed || other.isAllowed,
        })),
        fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => ({
          text: `(${one.text} AND ${other.text})`,
          isAllowed: one.isAllowed && other.isAllowed,
        })),
      ),
    }),
  )

  fc.assert(
    fc.property(expression, ({ text, isAllowed }) => {
      expect(licenceFault('left-pad', text) === undefined).toBe(isAllowed)
    }),
  )
})

test('a dependency of a dependency is refused by its name and version, and its licence', () => {
  const lock = {
    '': { version: '1.0.0', dependencies: { outer: '1.0.0' }, devDependencies: { tool: '1.0.0' } },
    'node_modules/outer': { version: '1.0.0', license: 'MIT', dependencies: { inner: '2.0.0' } },
    'node_modules/inner': { version: '1.0.0', license: 'MIT' },
    'node_modules/outer/node_modules/inner': { version: '2.0.0', license: 'AGPL-3.0-only' },
    'node_modules/tool': { version: '1.0.0', license: 'GPL-3.0-only' },
    'node_modules/redoc': { version: '1.0.0', license: 'MIT' },
    'node_modules/rolldown': { version: '1.0.0', license: 'MIT' },
    'node_modules/vite': { version: '1.0.0', license: 'MIT' },
  }

  expect(licenceFaults(lock)).toEqual(['inner 2.0.0 is licensed under AGPL-3.0-only.'])
})

test('all that may ship today may be given away', () => {
  expect(licenceFaults()).toEqual([])
})
