import { describe, expect, test } from 'vitest'
import { folder } from '#formats/importers/folder'
import { jsonl, openai } from '#formats/importers/jsonl'
import { importWith, labelFiles, objectsByName } from '#test/kit/label-files'

const PLACES = '<loc0102><loc0102><loc0512><loc0409> crate ; <loc0204><loc0512><loc0614><loc0716> sail'

function lines(...documents: readonly object[]): string {
  return documents.map((document) => `${JSON.stringify(document)}\n`).join('')
}

test('lines tell places in the tokens of PaliGemma and of Florence-2', async () => {
  const florence = 'crate<loc_100><loc_100><loc_400><loc_500><loc_500><loc_200><loc_700><loc_600>'
  const files = labelFiles({
    'dataset/_annotations.valid.jsonl': lines(
      { image: 'a.jpg', prefix: 'detect crate ; sail', suffix: PLACES },
      { image: 'b.jpg', prefix: '<OD>', suffix: florence },
      { image: 'c.jpg', prefix: 'detect crate', suffix: '' },
    ),
  })

  const found = await importWith(jsonl, files)

  expect(objectsByName(found)).toMatchObject({
    'a.jpg': [
      { className: 'crate', kind: 'box' },
      { className: 'sail', kind: 'box' },
    ],
    'b.jpg': [
      { className: 'crate', box: { x0: 20, y0: 10, x1: 80, y1: 50 } },
      { className: 'crate', box: { x0: 100, y0: 20, x1: 140, y1: 60 } },
    ],
    'c.jpg': [],
  })
  expect(found.images.map(({ split, source }) => [split, source.line])).toEqual([
    ['valid', 1],
    ['valid', 2],
    ['valid', 3],
  ])
})

test('in a project of texts the lines of an image are its texts, elsewhere its classes', async () => {
  const text = lines(
    { image: 'a.jpg', prefix: 'What is it?', suffix: 'A crate' },
    { image: 'b.jpg', suffix: '' },
    { image: 'a.jpg', suffix: 'A bay' },
  )
  const found = await importWith(jsonl, labelFiles({ 'a.jsonl': text }))

  expect(objectsByName(found, { type: 'text-image-pairs' })).toMatchObject({
    'a.jpg': [
      { kind: 'text', prompt: 'What is it?', answer: 'A crate' },
      { kind: 'text', prompt: '', answer: 'A bay' },
    ],
    'b.jpg': [],
  })
  expect(objectsByName(found, { type: 'single-label-classification' })).toMatchObject({
    'a.jpg': [{ className: 'A crate' }, { className: 'A bay' }],
  })
})

function chat(url: string, answer = 'A crate') {
  const user = [
    { type: 'text', text: 'What?' },
    { type: 'image_url', image_url: { url } },
  ]
  return {
    messages: [
      { role: 'system', content: 'You look.' },
      { role: 'user', content: user },
      { role: 'assistant', content: answer },
    ],
  }
}

test('chats name their image by its address', async () => {
  const text = lines(chat('https://example.com/x/a.jpg?b=c'), chat('b.jpg'), chat('data:text/plain;base64,/9j/'))

  const found = await importWith(openai, labelFiles({ 'a.jsonl': text }))

  expect(objectsByName(found, { type: 'text-image-pairs' })).toMatchObject({
    'a.jpg': [{ kind: 'text', prompt: 'What?', answer: 'A crate' }],
    'b.jpg': [{ kind: 'text' }],
  })
  expect(found.problems).toEqual(['a.jsonl line 3: Line skipped: the image name is missing.'])
})

test('an image in the lines is called after its first one, and has what all of them say', async () => {
  const address = (image: string) => `data:image/${image};base64,${Buffer.from(image).toString('base64')}`
  const chats = [chat(address('jpeg')), chat('c.jpg'), chat(address('png')), chat(address('jpeg'), 'A bay')]

  const found = await importWith(openai, labelFiles({ 'a/_annotations.valid.jsonl': lines(...chats) }))

  expect(objectsByName(found, { type: 'text-image-pairs' })).toMatchObject({
    'valid-000001.jpg': [{ answer: 'A crate' }, { answer: 'A bay' }],
    'c.jpg': [{ answer: 'A crate' }],
    'valid-000003.png': [{ answer: 'A crate' }],
  })
  expect(found.images.map(({ name, split, bytes }) => [name, split, bytes && String(bytes())])).toEqual([
    ['c.jpg', 'valid', undefined],
    ['valid-000001.jpg', 'valid', 'jpeg'],
    ['valid-000003.png', 'valid', 'png'],
  ])
  expect(found.problems).toEqual([])
})

test('lines with faults are named, and the others are read', async () => {
  const text = `${lines({ image: 'a.jpg', suffix: 'A crate' })}{"image": "b.jpg", "suf\n[1]\n${lines(
    { image: 7, suffix: 'x' },
    { image: 'c.jpg', prefix: 'detect x', suffix: '<loc01> x' },
    { image: 'd.jpg', prefix: '<OD>', suffix: 'x<loc_1><loc_2><loc_3><loc_4>y<loc_9>' },
    { image: 'e.jpg', suffix: '<loc2000><loc0000><loc0000><loc0000> x' },
  )}`

  const found = await importWith(jsonl, labelFiles({ 'a.jsonl': text }))

  expect(found.images.map(({ name }) => name)).toEqual(['a.jpg'])
  expect(found.problems).toMatchInlineSnapshot(`
    [
      "a.jsonl line 2: Line skipped: not JSON.",
      "a.jsonl line 3: Line skipped: not a JSON object.",
      "a.jsonl line 4: Line skipped: image is not text.",
      "a.jsonl line 5: Line skipped: the line contains "<loc01> x"; an object is four <locNNNN> and a name.",
      "a.jsonl line 6: Line skipped: the line contains "y<loc_9>"; an object is a name and four <loc_N>.",
      "a.jsonl line 7: Line skipped: the line contains 1.953125; positions and sizes must be relative to the image size, from 0 to 1.",
    ]
  `)
})

describe('folders of classes', () => {
  const IMAGES = { 'train/crate/a.jpg': '', 'valid/sail/b.png': '', 'train/unlabeled/c.jpg': '', 'readme.md': '' }

  test('inside a folder for each split they tell the class of their images', async () => {
    const found = await importWith(folder, labelFiles({ ...IMAGES, 'train/_tokenization.txt': 'a photo of a crate' }))

    expect(objectsByName(found)).toEqual({
      'train/crate/a.jpg': [{ className: 'crate', kind: 'whole' }],
      'valid/sail/b.png': [{ className: 'sail', kind: 'whole' }],
    })
  })

  test('that hold what they are called are left to others', async () => {
    expect(await folder.recognise(labelFiles({ 'train/images/a.jpg': '' }))).toEqual([])
  })
})
