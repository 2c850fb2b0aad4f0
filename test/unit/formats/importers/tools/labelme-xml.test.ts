import { describe, expect, test } from 'vitest'
import { labelmeXml } from '#formats/importers/tools/labelme-xml'
import { voc } from '#formats/importers/voc'
import { fatesOf, importWith, labelFiles, objectsByName } from '#test/kit/label-files'
import { BOX } from './kit.ts'

describe('the XML of LabelMe', () => {
  const object = (name: string, inner: string) => `<object><name>${name}</name><deleted>0</deleted>${inner}</object>`
  const pt = (x: number, y: number) => `<pt><x>${x}</x><y>${y}</y></pt>`
  const xml = (...objects: readonly string[]) =>
    `<annotation><filename>bay.jpg</filename><folder>set</folder><source><sourceImage>web</sourceImage></source>
    ${objects.join('')}</annotation>`
  const POLYGON = object('sail', `<polygon><username>me</username>${pt(20, 10)}${pt(80, 10)}${pt(80, 50)}</polygon>`)

  test('has polygons and boxes of points', async () => {
    const box = object(
      'crate',
      `<type>bounding_box</type><polygon>${pt(20, 10)}${pt(80, 10)}${pt(80, 50)}${pt(20, 50)}</polygon>`,
    )
    const gone = POLYGON.replace('<deleted>0', '<deleted>1')
    const files = labelFiles({ 'Annotations/bay.xml': xml(POLYGON, box, gone), 'Images/bay.jpg': '' })

    const found = await importWith(labelmeXml, files)

    expect(objectsByName(found)).toEqual({
      'images/bay': [
        { className: 'sail', kind: 'polygon', rings: [[20, 10, 80, 10, 80, 50]] },
        { className: 'crate', ...BOX },
      ],
    })
    expect(await voc.recognise(files)).toEqual([])
  })

  test('with nothing that can be read leaves its image unlabelled', async () => {
    const found = await importWith(
      labelmeXml,
      labelFiles({ 'bay.xml': xml(object('sail', '<segm><mask>a.png</mask></segm>')) }),
    )

    expect(await fatesOf(found)).toEqual({ bay: 'unlabelled' })
    expect(found.problems).toEqual(['bay.xml: Skipped: object 1 has no <polygon>; masks of <segm> are not read.'])
  })
})
