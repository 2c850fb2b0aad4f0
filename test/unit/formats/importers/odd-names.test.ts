import { expect, test } from 'vitest'
import type { ProjectType } from '#common/contract/projects'
import { reviewOf } from '#test/kit/label-files'

/** Classes that programs may take for something that objects inherit; written by hand, since a literal of an object loses the first. */
const NAMES = ['__proto__', 'constructor', 'toString']

const LABELME = (name: string) => `{"version": "5.5.0", "flags": {"cat": false, "${name}": true}, "shapes": [],
  "imagePath": "a.jpg", "imageData": null}`

const via = (attributes: string, ofFile = '{}') => `{"a.jpg1": {"filename": "a.jpg", "size": 1,
  "regions": [{"shape_attributes": {"name": "rect", "x": 1, "y": 1, "width": 9, "height": 9},
  "region_attributes": ${attributes}}], "file_attributes": ${ofFile}}}`

const VIA_3 = (name: string) => `{"project": {}, "config": {}, "attribute": {"1": {"aname": "class", "type": 2,
  "anchor_id": "FILE1_Z0_XY1", "options": {"${name}": "cat"}}}, "file": {"1": {"fname": "a.jpg"}},
  "metadata": {"x": {"vid": "1", "xy": [2, 1, 1, 9, 9], "av": {"1": "${name}", "${name}": "deck"}}}, "view": {"1": {"fid_list": ["1"]}}}`

const MANIFEST = (name: string) => `{"source-ref": "s3://b/a.jpg", "${name}": {"annotations":
  [{"class_id": 0, "left": 1, "top": 1, "width": 9, "height": 9}]}, "${name}-metadata": {"class-map": {"0": "cat"},
  "type": "groundtruth/object-detection"}}`

test.each(
  NAMES.flatMap((name): [string, string, string, string, ProjectType, string][] => [
    [name, 'a flag of LabelMe', 'a.json', LABELME(name), 'multi-label-classification', name],
    [name, 'an attribute of VIA', 'via.json', via(`{"${name}": "cat"}`), 'object-detection', 'cat'],
    [name, 'a checkbox of VIA', 'via.json', via(`{"class": {"${name}": true}}`), 'object-detection', name],
    [name, 'an option of VIA 3', 'via.json', VIA_3(name), 'object-detection', 'cat'],
    [name, 'a job of SageMaker', 'out.manifest', MANIFEST(name).replaceAll('\n', ' '), 'object-detection', 'cat'],
  ]),
)('%s may be the name of %s', async (_name, _kind, path, text, type, className) => {
  const { fates, problems } = await reviewOf({ [path]: text, 'a.jpg': '' }, type)

  expect({ fates, problems }).toEqual({ fates: { 'a.jpg': [className] }, problems: [] })
})

test('an answer of VIA 3 whose attribute is not listed is no reason to stop, whatever it is called', async () => {
  const text = VIA_3('constructor').replace('"options": {"constructor": "cat"}', '"options": {}')

  expect(await reviewOf({ 'via.json': text, 'a.jpg': '' })).toMatchObject({ fates: { 'a.jpg': ['constructor'] } })
})
