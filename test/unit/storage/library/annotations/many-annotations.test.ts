import { expect, test } from 'vitest'
import { refusal } from '#common/errors'
import { BlockRefused, blockOutcome } from '#storage/library/annotations/many-annotations'
import { inWords } from '#test/kit/in-words'

test('a block of which one image cannot be changed is refused whole, with that image and why', async () => {
  const refused = new BlockRefused('quay.png', refusal('class-of-annotation-removed'))

  expect(inWords(await blockOutcome(Promise.reject(refused)))).toEqual({
    ok: false,
    error: {
      reason: 'edit-conflict',
      message:
        'Nothing was changed because quay.png could not be: The class of this annotation was deleted. Assign another class',
    },
  })
})

test('what breaks is passed on', async () => {
  await expect(blockOutcome(Promise.reject(new Error('The disk is gone')))).rejects.toThrow('The disk is gone')
})
