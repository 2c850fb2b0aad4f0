import { expect, test } from 'vitest'
import { readYaml } from '#formats/importers/kit/yolo/yaml'

function read(text: string) {
  const value = readYaml(text)
  return value.ok ? Object.fromEntries(value.value) : value.error
}

test.each([
  ["names: ['crate', 'sail''s', \"a: b, [c]\", d e]  # two"],
  ['names: [crate,\n  "sail\'s", "a: b, [c]",\n  d e\n  ]'],
  ["names:\n- crate\n- sail's\n- 'a: b, [c]'\n- d e"],
  ["names:\n    - crate\n    # more\n\n    - sail's\n    - 'a: b, [c]'\n    - d e\nnc: 4"],
])('a list of names is read in the form %j', (text) => {
  expect(read(text)).toMatchObject({ names: ['crate', "sail's", 'a: b, [c]', 'd e'] })
})

test.each([
  ['names:\n  0: crate\n  1: sail'],
  ["names: {0: crate, '1': sail}"],
  ['names:\r\n  "0": crate\r\n  1: sail\r\n'],
])('names by number are read in the form %j', (text) => {
  expect(read(text)).toEqual({
    names: new Map([
      ['0', 'crate'],
      ['1', 'sail'],
    ]),
  })
})

test('scripts are texts, comments and blocks of other keys are passed over', () => {
  const text = `# COCO 2017
%YAML 1.2
---
path: ../datasets/coco # root
train: train2017.txt
url: https://example.com/a#b
download: |
  from x import y
  names: no
    - list

tessera:
  project: harbor
  tags: []
names: [crate]
`

  expect(read(text)).toEqual({
    path: '../datasets/coco',
    train: 'train2017.txt',
    url: 'https://example.com/a#b',
    download: 'from x import y\nnames: no\n  - list\n',
    tessera: new Map<string, unknown>([
      ['project', 'harbor'],
      ['tags', []],
    ]),
    names: ['crate'],
  })
})

test.each([
  ['as PyYAML escapes them', 'names:\n- "\\u732B"\n- "L\\xF6ffel"\n- "\\U0001F34E"\n'],
  ['in brackets', 'names: ["\\u732B", "L\\xF6ffel", "\\U0001F34E"]\n'],
  ['in brackets over lines behind an anchor', 'names: &names [猫,\n  Löffel,\n  "\\U0001F34E"]\n'],
  ['behind an alias', 'all: &all\n- 猫\n- Löffel\n- 🍎\nnames: *all\n'],
  ['in quotes over lines', 'names: ["\\u732B", "L\\xF6f\\\n    fel",\n  "\\U0001F34E"]\n'],
  ['as block texts', 'names:\n- >-\n  猫\n- |-\n  Löffel\n- 🍎\n'],
])('names are read %s', (_, text) => {
  expect(read(text)).toMatchObject({ names: ['猫', 'Löffel', '🍎'] })
})

test.each([
  [String.raw`"a\e\N\_\L\P\0\a\v\b\t\n\f\r\/\\\"z"`, 'a\u001B\u0085\u00A0\u2028\u2029\0\u0007\v\b\t\n\f\r/\\"z'],
  ['"one\n  two\n\n  three"', 'one two\nthree'],
  ["'one\n  two''s'", "one two's"],
  ['one\n  two', 'one two'],
  ['>-\n  one\n  two\n\n  three', 'one two\nthree'],
  ['|\n  one # two\n    three', 'one # two\n  three\n'],
])('the text %j is read', (text, expected) => {
  expect(read(`name: ${text}\nnc: 1\n`)).toEqual({ name: expected, nc: '1' })
})

test('names between commas may be a folded text', () => {
  expect(read('names: >-\n  crate,\n  sail\n')).toEqual({ names: 'crate, sail' })
})

test.each([
  ['names: [crate, sail', 1],
  ['names: *others', 1],
  ['nc: 2\nnames: {0: a', 2],
  ['nc: 2\n  names: [a]', 2],
  ['nc: 2\nnames [a]', 2],
  ['a:\n    b: c\n  d: e', 3],
  ['names: [a] b', 1],
  [`${'['.repeat(3)}`, 1],
  [`a: ${'['.repeat(1000)}`, 1],
])('%j is refused with its line', (text, line) => {
  expect(read(text)).toMatchObject({ line, reason: { code: expect.any(String) } })
})

test.each([
  ['brackets', (names: readonly string[]) => `names: ['${names.join("',\n  '")}']\n`],
  ['brackets, one quote over two lines', (names: readonly string[]) => `names: ["${names.join('",\n  "')}\n  "]\n`],
])('a list in %s is read in step with its length', (_, textOf) => {
  const names = Array.from({ length: 40_000 }, (__, i) => `class ${i}`)

  expect(read(textOf(names))).toMatchObject({ names: { length: 40_000, 20000: 'class 20000' } })
})

test('a text in quotes over very many lines is read in step with its length', () => {
  const text = `names: "${'\\"a\n'.repeat(200_000)}"\n`

  expect(read(text)).toEqual({ names: `${'"a '.repeat(200_000)}` })
})
