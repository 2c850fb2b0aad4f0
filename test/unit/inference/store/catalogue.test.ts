import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { downloadKey, safePath } from '#core/models/store/rules'
import { MODEL_CATALOGUE } from '#inference/store/catalogue'

test('every file of the catalogue is listed, under an id of its own', () => {
  const files = readdirSync(new URL('../../../../native-models/catalogue', import.meta.url))

  expect(new Set(MODEL_CATALOGUE.map(({ id }) => id)).size).toBe(files.length)
  expect(new Set(MODEL_CATALOGUE.map(downloadKey)).size).toBe(files.length)
})

test.each(MODEL_CATALOGUE.map((entry) => [entry.name, entry] as const))(
  'the files of %s have names of their own that a model may hold',
  (_name, { files }) => {
    expect(files.map(({ path }) => safePath(path))).toEqual(files.map(({ path }) => path))
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length)
  },
)

test('of the models that do the same, at most one is offered first', () => {
  const first = MODEL_CATALOGUE.filter(({ isDefault }) => isDefault).map(({ task, family }) => `${task} ${family}`)

  expect(new Set(first).size).toBe(first.length)
})

test('models under the SAM License are fetched only after it is accepted', () => {
  const guarded = MODEL_CATALOGUE.filter(({ licence }) => licence.mustBeAccepted).map(({ id }) => id)

  expect(guarded).toEqual(['sam3/sam3_interactive', 'sam3/sam3_final'])
})
