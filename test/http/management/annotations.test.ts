import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageForm, newProject, upload } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

/** The images of these tests are 64 × 48 pixels. */
async function newImage() {
  const project = await newProject(station)
  return { project, id: await upload(station, project, { name: 'bay.png' }) }
}

async function annotationOf({ project, id }: { project: string; id: string }) {
  const answer = await station.management.get(`/acme/${project}/images/${id}`)
  return answer.body
}

async function boxesOf(image: { project: string; id: string }) {
  const answer = await annotationOf(image)
  return Reflect.get(Object(Reflect.get(Object(Reflect.get(Object(answer), 'image')), 'annotation')), 'boxes')
}

const VOC = `<annotation>
  <filename>elsewhere.jpg</filename>
  <size><width></width><height></height><depth>3</depth></size>
  <object><name>boat</name><bndbox><ymin>11</ymin><xmin>21</xmin><xmax>40</xmax><ymax>30</ymax></bndbox></object>
</annotation>`

const BOAT = { label: 'boat', x: 30, y: 20, width: 20, height: 20 }

test('a Pascal VOC file with an empty size is put onto the stored image, as bare text', async () => {
  const image = await newImage()
  const asked = { body: VOC, headers: { 'content-type': 'text/plain' } }

  const answer = await station.management.post(`/dataset/${image.project}/annotate/${image.id}?name=bay.xml`, asked)

  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  expect(await annotationOf(image)).toMatchObject({
    image: { labels: ['boat'], annotation: { width: 64, height: 48, boxes: [BOAT] } },
  })
})

test('a YOLO file takes its class names from a label map with string keys', async () => {
  const image = await newImage()
  const annotationFile = '1 0.5 0.5 0.25 0.5\n2 0 0 0.5 0 0.5 0.5'
  const json = { annotationFile, labelmap: { '0': 'buoy', '1': 'boat' } }

  await station.management.post(`/dataset/${image.project}/annotate/${image.id}?name=bay.txt`, { json })

  expect(await annotationOf(image)).toMatchObject({
    image: {
      labels: ['boat', '2'],
      annotation: {
        boxes: [
          { label: 'boat', x: 32, y: 24, width: 16, height: 24 },
          {
            label: '2',
            type: 'polygon',
            points: [
              [0, 0],
              [32, 0],
              [32, 24],
            ],
          },
        ],
      },
    },
  })
})

const COCO = {
  images: [{ id: 7, file_name: 'other-name.jpg', width: 64, height: 48 }],
  categories: [{ id: 1, name: 'boat' }],
  annotations: [{ id: 1, image_id: 7, category_id: 1, bbox: [20, 10, '20', 20], segmentation: [] }],
}

test('a COCO file is put onto the image of the path, whatever name it bears', async () => {
  const image = await newImage()
  const json = { annotationFile: JSON.stringify(COCO), labelmap: null }
  const path = `/dataset/${image.project}/annotate/${image.id}?name=annotation.coco.json`

  await station.management.post(path, { json })

  expect(await annotationOf(image)).toMatchObject({ image: { annotation: { boxes: [BOAT] } } })
})

test('the stand-in that clients send for an image without objects marks it as holding nothing', async () => {
  const image = await newImage()
  const standIn = { id: 999999999, image_id: 999999999, category_id: 0, area: 1, segmentation: [] }
  const json = { annotationFile: JSON.stringify({ ...COCO, annotations: [standIn] }) }

  await station.management.post(`/dataset/${image.project}/annotate/${image.id}?name=a.coco.json`, { json })

  expect(await annotationOf(image)).toMatchObject({ image: { labels: [], annotation: { boxes: [] } } })
})

test('a CreateML file goes by centres', async () => {
  const image = await newImage()
  const coordinates = { x: 30, y: 20, width: 20, height: 20 }
  const file = [{ image: 'bay.png', annotations: [{ label: 'boat', coordinates }] }]
  const json = { annotationFile: JSON.stringify(file) }

  await station.management.post(`/dataset/${image.project}/annotate/${image.id}?name=a.createml.json`, { json })

  expect(await annotationOf(image)).toMatchObject({ image: { annotation: { boxes: [BOAT] } } })
})

test('a second annotation is a conflict in the words that clients look for, unless it is to replace the first', async () => {
  const { project, id } = await newImage()
  const path = `/dataset/${project}/annotate/${id}?name=bay.xml`
  const asked = { body: VOC, headers: { 'content-type': 'text/plain' } }
  await station.management.post(path, asked)

  const again = await station.management.post(path, asked)
  const replacing = await station.management.post(`${path}&overwrite=true`, {
    ...asked,
    body: VOC.replace('boat', 'raft'),
  })

  expect(again).toMatchObject({ status: 409, body: { error: expect.stringContaining('already annotated') } })
  expect(replacing).toMatchObject({ status: 200, body: { success: true } })
  expect(await annotationOf({ project, id })).toMatchObject({ image: { labels: ['raft'] } })
})

test('an image that holds nothing counts as annotated too', async () => {
  const { project, id } = await newImage()
  const path = `/dataset/${project}/annotate/${id}?name=bay.txt`
  await station.management.post(path, { json: { annotationFile: '' } })

  const again = await station.management.post(path, { json: { annotationFile: '0 0.5 0.5 0.1 0.1' } })

  expect(again.status).toBe(409)
})

const CSV = 'filename,width,height,class,xmin,ymin,xmax,ymax\nbay.png,64,48,boat,20,10,40,30\n'
const PREDICTION = JSON.stringify({
  predictions: [{ x: 30, y: 20, width: 20, height: 20, class: 'boat', confidence: 0.9 }],
})
const LINES = '{"imageGcsUri":"gs://b/pier.png"}\n{"imageGcsUri":"gs://b/bay.png","boundingBoxAnnotations":[]}'

test.each([
  ['annotation.csv', CSV],
  ['7f.json', PREDICTION],
  ['annotation.coco.json', JSON.stringify(COCO)],
])('%s says the same bare and wrapped in JSON', async (name, file) => {
  const [bare, wrapped] = [await newImage(), await newImage()]
  const path = ({ project, id }: typeof bare) => `/dataset/${project}/annotate/${id}?name=${name}&prediction=false`
  const headers = { 'content-type': 'text/plain' }

  const answers = [
    await station.management.post(path(bare), { body: file, headers }),
    await station.management.post(path(wrapped), { json: { annotationFile: file, labelmap: null } }),
  ]

  expect(answers).toMatchObject([
    { status: 200, body: { success: true } },
    { status: 200, body: { success: true } },
  ])
  expect(await boxesOf(bare)).toEqual([BOAT])
  expect(await boxesOf(wrapped)).toEqual([BOAT])
})

test('a file with a JSON document a line is taken as bare text too', async () => {
  const image = await newImage()
  const asked = { body: LINES, headers: { 'content-type': 'text/plain' } }

  const answer = await station.management.post(`/dataset/${image.project}/annotate/${image.id}?name=a.jsonl`, asked)

  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  expect(await boxesOf(image)).toEqual([])
})

test.each([
  [{ names: ['buoy', 'boat'] }],
  [{ names: { 0: 'buoy', 1: 'boat' } }],
  [{ names: 'crate', 1: 'boat' }],
  [['buoy', 'boat']],
  [{ 1: 'boat' }],
])('class names come as %j', async (labelmap) => {
  const image = await newImage()
  const json = { annotationFile: '1 0.5 0.5 0.25 0.5\r\n', labelmap }

  await station.management.post(`/dataset/${image.project}/annotate/${image.id}?name=a.txt&jobName=first`, {
    json,
  })

  expect(await boxesOf(image)).toEqual([{ label: 'boat', x: 32, y: 24, width: 16, height: 24 }])
})

test('class names are cleaned, and names that become equal are one class', async () => {
  const image = await newImage()
  const rows = ['a/b.c', ' a/b  .c ', 'a-b-c'].map((name) => `bay.png,1,1,9,9,"${name}"`)
  const json = { annotationFile: rows.join('\n') }

  await station.management.post(`/dataset/${image.project}/annotate/${image.id}?name=a.csv`, { json })

  expect(await annotationOf(image)).toMatchObject({ image: { labels: ['a-b-c', 'a-b -c'] } })
})

test('of ten clients that put labels onto an image at once, one does and the others are told so', async () => {
  const { project, id } = await newImage()
  const asked = { body: VOC, headers: { 'content-type': 'text/plain' } }

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => station.management.post(`/dataset/${project}/annotate/${id}?name=a.xml`, asked)),
  )

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toMatchObject(
    Array.from({ length: 9 }, () => ({ body: { error: expect.stringContaining('already annotated') } })),
  )
})

test('ten uploads that need the same new class at once make one', async () => {
  const project = await newProject(station)
  const ids = await Promise.all(Array.from({ length: 10 }, (_, i) => upload(station, project, { name: `${i}.png` })))
  const asked = { body: VOC, headers: { 'content-type': 'text/plain' } }

  await Promise.all(ids.map((id) => station.management.post(`/dataset/${project}/annotate/${id}?name=a.xml`, asked)))

  const { body } = await station.management.get(`/acme/${project}`)
  expect(body).toMatchObject({ project: { unannotated: 0, classes: { boat: 10 } } })
})

test('a refused upload makes no class', async () => {
  const { project, id } = await newImage()
  const path = `/dataset/${project}/annotate/${id}?name=a.xml`
  const headers = { 'content-type': 'text/plain' }
  await station.management.post(path, { body: VOC, headers })

  await station.management.post(path, { body: VOC.replace('boat', 'raft'), headers })
  await station.management.post(`${path}&overwrite=true`, { body: VOC.replace('<xmin>21', '<xmin>x'), headers })

  const { body } = await station.management.get(`/acme/${project}`)
  expect(body).toMatchObject({ project: { classes: { boat: 1 } } })
  expect(Object.keys(Object(Reflect.get(Object(Reflect.get(Object(body), 'project')), 'classes')))).toEqual(['boat'])
})

test('a class name of 300 characters is shortened to 200', async () => {
  const image = await newImage()
  const json = { annotationFile: VOC.replace('boat', 'b'.repeat(300)) }

  await station.management.post(`/dataset/${image.project}/annotate/${image.id}?name=a.xml`, { json })

  const boxes = [{ label: `${'b'.repeat(199)}…` }]
  expect(await annotationOf(image)).toMatchObject({ image: { annotation: { boxes } } })
})

test('objects are cut at the frame of the image', async () => {
  const image = await newImage()
  const json = { annotationFile: '0 0 0 0.5 0.5' }

  await station.management.post(`/dataset/${image.project}/annotate/${image.id}?name=a.txt`, { json })

  const boxes = [{ label: '0', x: 8, y: 6, width: 16, height: 12 }]
  expect(await annotationOf(image)).toMatchObject({ image: { annotation: { boxes } } })
})

test.each([
  ['a kind that is not read', 'a.csv', 'path,width\na.jpg,10', 'Send Pascal VOC'],
  ['a polygon of two points', 'a.json', cocoPolygon([1, 1, 9, 9]), 'at least three'],
  ['a word where a number belongs', 'a.txt', '0 0.5 0.5 wide 0.5', 'line 1 has "wide"'],
  ['a place outside the image', 'a.txt', '0 0.5 0.5 0.1 0.1\n0 3 0.5 0.1 0.1', 'line 2 contains 3'],
  ['damaged XML', 'a.xml', '<annotation><object>', 'ends inside <object>'],
  ['damaged JSON', 'a.json', '{"images": [', 'not JSON'],
  ['JSON of another kind', 'a.json', '{"boxes": []}', 'neither COCO'],
  ['a table of classes', '_classes.csv', 'filename, crate\nbay.png, 1\n', 'it says "crate" about the whole image'],
  ['the class of the whole image', 'Corrosion', 'Corrosion', 'it says "Corrosion" about the whole image'],
  ['a class that is called like a kind of file', 'txt', 'txt', 'it says "txt" about the whole image'],
  ['a list of classes', '["Rust"]', '["Rust"]', 'it says "Rust" about the whole image'],
  ['a caption', 'a.jsonl', '{"image": "bay.png", "prefix": "caption", "suffix": "a bay"}', 'it says "a bay" about'],
  ['only objects outside the image', 'a.csv', 'bay.png,70,50,90,60,crate', 'No object lies in bay.png'],
])('%s is refused, and the image stays as it was', async (_what, name, annotationFile, sentence) => {
  const image = await newImage()
  const path = `/dataset/${image.project}/annotate/${image.id}?name=${name}`

  const answer = await station.management.post(path, { json: { annotationFile } })

  expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(sentence) } })
  expect(await annotationOf(image)).not.toHaveProperty('image.annotation')
})

function cocoPolygon(flat: number[]): string {
  return JSON.stringify({ ...COCO, annotations: [{ id: 1, image_id: 7, category_id: 1, segmentation: [flat] }] })
}

test('an unknown image and an unknown project are answered 404', async () => {
  const { project } = await newImage()
  const json = { annotationFile: '' }

  const answers = [
    await station.management.post(`/dataset/${project}/annotate/nosuchimage0000000?name=a.txt`, { json }),
    await station.management.post('/dataset/nowhere/annotate/nosuchimage0000000?name=a.txt', { json }),
    await station.management.get(`/acme/${project}/images/nosuchimage0000000`),
  ]

  for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { error: expect.any(String) } })
})

test.each([
  ['a text', 'crate'],
  ['a number', 1],
  ['a name that is an object', { 0: {} }],
  ['a list with null', [null]],
  ['names that are no texts', { names: [true] }],
])('a label map that is or holds %s is refused by name', async (_, labelmap) => {
  const { project, id } = await newImage()
  const json = { annotationFile: '', labelmap }

  const answer = await station.management.post(`/dataset/${project}/annotate/${id}?name=a.txt`, { json })

  expect(answer).toMatchObject({ status: 400, body: { error: 'labelmap is not understood' } })
})

test('the links of an image show its own bytes and its thumbnail without an API key', async () => {
  const project = await newProject(station)
  const bytes = await someImage()
  const form = imageForm(bytes, { name: 'Möwe "1".png' })
  const uploaded = await station.management.post(`/dataset/${project}/upload`, { form })
  const id = String(Reflect.get(Object(uploaded.body), 'id'))
  const details = JSON.stringify(await annotationOf({ project, id }))
  const links = [...details.matchAll(/http:\/\/localhost:80\/[^"]+/g)].map(([link]) => link)

  const [original, thumb] = await Promise.all(links.map((link) => station.management.get(link, { key: null })))

  expect(original).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
  expect(original?.bytes.equals(bytes)).toBe(true)
  expect(thumb).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
})

test('a link with another key shows nothing', async () => {
  const { id } = await newImage()

  const answer = await station.management.get(`/_/images/${id}/original?key=0000`, { key: null })

  expect(answer).toMatchObject({ status: 404, body: { error: expect.any(String) } })
})
