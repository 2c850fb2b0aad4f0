import { expect, test } from 'vitest'
import { EditName, editName, kindName } from '#common/annotation/edit-name'
import { literal } from '#common/messages/message'

test('names are read as they were made, and a sentence of an earlier release stays one', () => {
  const name = editName('edit-draw', { kind: kindName('box') })

  expect(EditName.parse(name)).toEqual(name)
  expect(EditName.parse('Draw box')).toEqual(literal('Draw box'))
})

test('a name with very many parameters is refused', () => {
  const params = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, 'x'.repeat(200)]))

  expect(EditName.safeParse({ code: 'edit-draw', params }).success).toBe(false)
})
