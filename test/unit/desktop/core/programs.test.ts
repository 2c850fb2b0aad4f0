import { expect, test } from 'vitest'
import { Program } from '#desktop/core/messages'
import { WORKERS } from '../../../../scripts/vite/core-bundle.ts'

test('the desktop can start every process that is built', () => {
  const processes = Object.entries(WORKERS).filter(([, source]) => source.endsWith('process.ts'))

  expect(Program.options.toSorted()).toEqual(processes.map(([name]) => `${name}.mjs`).toSorted())
})
