import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { upload } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let projects = 0

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

/** An image of 64 × 48 pixels in a project of the type. */
async function newImage(type: string) {
  projects += 1
  const project = `things-${projects}`
  await station.management.post('/acme/projects', { json: { name: project, type } })
  return { project, id: await upload(station, project, { name: 'bay.png' }) }
}

type Image = Awaited<ReturnType<typeof newImage>>

/** As the Python client sends them: the text in a JSON body, its kind by the name. */
function annotate({ project, id }: Image, name: string, annotationFile = name) {
  const json = { annotationFile, labelmap: null }
  return station.management.post(`/dataset/${project}/annotate/${id}?name=${encodeURIComponent(name)}`, { json })
}

function details({ project, id }: Image) {
  return station.management.get(`/acme/${project}/images/${id}`)
}

test.each([
  ['object-detection', { type: 'object-detection' }],
  ['semantic-segmentation', { type: 'semantic-segmentation' }],
  ['keypoint-detection', { type: 'keypoint-detection' }],
  ['classification', { type: 'classification', multilabel: false }],
  ['single-label-classification', { type: 'classification', multilabel: false }],
  ['multi-label-classification', { type: 'classification', multilabel: true }],
  ['text-image-pairs', { type: 'text-image-pairs' }],
])('a project of the type %s is made and told as %j', async (type, told) => {
  const { project } = await newImage(type)

  const answer = await station.management.get(`/acme/${project}`)

  expect(answer).toMatchObject({ status: 200, body: { project: { ...told, images: 1, unannotated: 1 } } })
})

describe('classification', () => {
  test('the class of a folder is the class of the image, and the next one takes its place without a question', async () => {
    const image = await newImage('single-label-classification')

    expect(await annotate(image, 'Rust')).toMatchObject({ status: 200, body: { success: true } })
    expect(await annotate(image, 'data.txt')).toMatchObject({ status: 200, body: { success: true } })

    expect(await details(image)).toMatchObject({
      body: { image: { labels: ['data-txt'], annotation: { boxes: [], classes: ['data-txt'] } } },
    })
    const { body } = await station.management.get(`/acme/${image.project}`)
    expect(body).toMatchObject({ project: { classes: { Rust: 0, 'data-txt': 1 }, unannotated: 0 } })
  })

  test.each([
    ['a text under another name', 'label', 'Rust'],
    ['a name without a text', 'Rust', ''],
  ])('%s says the class too', async (_what, name, text) => {
    const image = await newImage('single-label-classification')

    expect(await annotate(image, name, text)).toMatchObject({ status: 200, body: { success: true } })

    expect(await details(image)).toMatchObject({ body: { image: { labels: ['Rust'] } } })
  })

  test('several lines under no known name are no class', async () => {
    const image = await newImage('single-label-classification')

    const answer = await annotate(image, 'label', 'Rust\nPaint')

    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('not an annotation file') } })
  })

  test('a list of classes is for images with several', async () => {
    const [single, multi] = [await newImage('classification'), await newImage('multi-label-classification')]

    const refused = await annotate(single, '["Rust", "Paint"]')
    const taken = await annotate(multi, '["Rust", "Paint"]')

    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('"Rust" and "Paint"') } })
    expect(taken).toMatchObject({ status: 200, body: { success: true } })
    expect(await details(single)).not.toHaveProperty('body.image.annotation')
    expect(await details(multi)).toMatchObject({ body: { image: { annotation: { classes: ['Rust', 'Paint'] } } } })
  })

  test('a table with a column for each class says which the image has', async () => {
    const image = await newImage('multi-label-classification')

    await annotate(image, 'annotation.csv', 'filename, Rust, Paint, Bent\nelsewhere.png, 1, 0, 1\n')

    expect(await details(image)).toMatchObject({ body: { image: { labels: ['Rust', 'Bent'] } } })
  })

  test('an empty list says that none fits', async () => {
    const image = await newImage('multi-label-classification')

    await annotate(image, 'annotation.csv', 'filename, Rust\nbay.png, 0\n')

    expect(await details(image)).toMatchObject({ body: { image: { labels: [], annotation: { boxes: [] } } } })
  })

  test('objects with a place count as their classes', async () => {
    const image = await newImage('multi-label-classification')

    await annotate(image, 'bay.txt', '3 0.5 0.5 0.2 0.2\n3 0.2 0.2 0.1 0.1\n')

    expect(await details(image)).toMatchObject({ body: { image: { annotation: { boxes: [], classes: ['3'] } } } })
  })
})

describe('texts about images', () => {
  const LINES = [
    { image: 'bay.png', prefix: 'caption', suffix: 'A bay at dusk.' },
    { image: 'bay.png', prefix: 'detect boat', suffix: '<loc0100><loc0100><loc0200><loc0200> boat' },
  ]
  const text = LINES.map((line) => JSON.stringify(line)).join('\n')

  test('lines of image, prefix and suffix are kept as they are', async () => {
    const image = await newImage('text-image-pairs')

    expect(await annotate(image, 'annotation.jsonl', text)).toMatchObject({ status: 200, body: { success: true } })

    const texts = LINES.map(({ prefix, suffix }) => ({ prefix, suffix }))
    expect(await details(image)).toMatchObject({ body: { image: { annotation: { boxes: [], texts } } } })
  })

  test('other kinds of labels are refused by what they say', async () => {
    const image = await newImage('text-image-pairs')

    const answer = await annotate(image, 'bay.txt', '0 0.5 0.5 0.2 0.2')

    const error = 'bay.txt: it says "0" at a place in the image; this project takes texts about the image'
    expect(answer).toMatchObject({ status: 400, body: { error } })
  })
})

describe('keypoints', () => {
  const category = { id: 1, name: 'gull', keypoints: ['beak', 'tail'], skeleton: [[1, 2]] }
  const annotation = { id: 1, image_id: 7, category_id: 1, bbox: [10, 10, 30, 20], keypoints: [12, 14, 2, 0, 0, 0] }
  const file = (changes: object, named: object = {}) =>
    JSON.stringify({
      images: [{ id: 7, file_name: 'elsewhere.png' }],
      categories: [{ ...category, ...named }],
      annotations: [{ ...annotation, ...changes }],
    })

  test('the points of a COCO file come with their names and lines', async () => {
    const image = await newImage('keypoint-detection')

    await annotate(image, 'annotation.coco.json', file({}))

    expect(await details(image)).toMatchObject({
      body: {
        image: {
          labels: ['gull'],
          annotation: {
            boxes: [
              {
                label: 'gull',
                type: 'keypoints',
                x: 25,
                y: 20,
                width: 30,
                height: 20,
                edges: [[0, 1]],
                keypoints: [
                  { name: 'beak', x: 12, y: 14, visibility: 2 },
                  { name: 'tail', x: 0, y: 0, visibility: 0 },
                ],
              },
            ],
          },
        },
      },
    })
  })

  test('without a box one is drawn about the points', async () => {
    const image = await newImage('keypoint-detection')

    await annotate(image, 'annotation.coco.json', file({ bbox: undefined, keypoints: [12, 14, 2, 20, 30, 1] }))

    const box = { x: 16, y: 22, width: 8, height: 16 }
    expect(await details(image)).toMatchObject({ body: { image: { annotation: { boxes: [box] } } } })
  })

  test.each([
    ['too few numbers', file({ keypoints: [1, 2, 2] }), '3 numbers for its keypoints; 2 points need 6'],
    ['a line to no point', file({}, { skeleton: [[1, 9]] }), 'a line to no point'],
    ['two points of one name', file({}, { keypoints: ['eye', 'eye'] }), 'keypoints without names'],
    ['one point and no box', file({ bbox: [] }), 'neither a box nor two points'],
  ])('%s is refused, and the image stays as it was', async (_what, text, sentence) => {
    const image = await newImage('keypoint-detection')

    const answer = await annotate(image, 'annotation.coco.json', text)

    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(sentence) } })
    expect(await details(image)).not.toHaveProperty('body.image.annotation')
  })

  test('a project of boxes takes the boxes alone', async () => {
    const image = await newImage('object-detection')

    await annotate(image, 'annotation.coco.json', file({}))

    const answer = await details(image)
    expect(answer).toMatchObject({ body: { image: { annotation: { boxes: [{ label: 'gull', width: 30 }] } } } })
    expect(answer).not.toHaveProperty('body.image.annotation.boxes.0.keypoints')
  })
})
