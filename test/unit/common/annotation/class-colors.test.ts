import { expect, test } from 'vitest'
import { CLASS_COLORS } from '#common/annotation/class-colors'
import { CLASS_COLORS as SHOWN } from '#renderer/ui/display/class-color'

test('programs are told the colours that people see', () => {
  expect(CLASS_COLORS).toEqual(SHOWN)
})
