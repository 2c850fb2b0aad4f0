import { expect, test } from 'vitest'
import { refusal } from '#common/errors'
import { excessRefusal } from '#servers/kit/json/read-json'

test('a body whose reading took too much memory is refused for that, and for no number of values', () => {
  const bounds = { levels: 1, containers: 1, values: 1, members: 1 }

  expect(excessRefusal('memory', bounds)).toEqual(refusal('body-takes-too-much-memory'))
})
