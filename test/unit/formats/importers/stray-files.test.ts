import { expect, test } from 'vitest'
import { reviewOf } from '#test/kit/label-files'

const YOLO = {
  'data.yaml': 'names: [crate]',
  'images/a.jpg': '',
  'images/b.jpg': '',
  'labels/a.txt': '0 0.5 0.5 0.2 0.2',
  'labels/b.txt': '0 0.5 0.5 0.2 0.2',
}

const PREDICTION = JSON.stringify({
  predictions: [{ x: 50, y: 30, width: 60, height: 40, class: 'dog', confidence: 0.9 }],
  image: { width: 200, height: 100 },
})

/** Single files that lie beside a dataset and are no labels of people. */
const STRAYS: readonly (readonly [string, string, string])[] = [
  ['a saved answer of a model', 'images/a.json', PREDICTION],
  ['JSON with instances', 'run.json', '{"metadata":{"name":"run-12"},"instances":[{"id":"i-0abc"}]}'],
  ['XML about parking', 'images/a.xml', '<parking><lot id="1"/></parking>'],
  ['a text that ends in numbers', 'images/a.txt', 'Crop 0 0 640 480'],
]

test.each(STRAYS)('%s does not take a YOLO dataset over', async (_what, path, text) => {
  expect((await reviewOf({ ...YOLO, [path]: text })).id).toBe('yolov8')
})

test.each(STRAYS)('%s does not take class folders over', async (_what, path, text) => {
  const folders = { 'cat/a.jpg': '', 'dog/b.jpg': '', [path.replace('images', 'cat')]: text }

  expect((await reviewOf(folders, 'single-label-classification')).id).toBe('folder')
})

test('telemetry beside images is not taken for YOLO', async () => {
  const text = 't ax ay az g\n0 0.01 0.02 0.98 0.1\n1 0.01 0.02 0.97 0.1\n'

  expect((await reviewOf({ 'a.jpg': '', 'a.txt': text })).id).toBeUndefined()
})

test('a damaged first line before long outlines is passed over where the classes are listed', async () => {
  const outline = `0 ${Array.from({ length: 400 }, (_, at) => (at / 400).toFixed(6)).join(' ')}`
  const files = { 'data.yaml': 'names: [crate]', 'images/a.jpg': '', 'labels/a.txt': `x\n${outline}\n${outline}\n` }

  expect((await reviewOf(files, 'instance-segmentation')).id).toBe('yolov8')
})
