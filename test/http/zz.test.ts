import { appendFileSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, test } from 'vitest'
import { datasetProject, importChecked, picturesOf, planOf, type SentFile } from '../kit/datasets.ts'
import { type TestStation, testStation } from '../kit/station.ts'

let station: TestStation
beforeAll(async () => {
  station = await testStation()
  writeFileSync('/tmp/zz.out', '')
})
afterAll(async () => station.close())
let n = 0
const pic = () => {
  n += 1
  return sharp({ create: { width: 40, height: 30, channels: 3, background: { r: (n * 7) % 255, g: 100, b: n } } })
    .jpeg()
    .toBuffer()
}
const mask = async () => {
  const raw = Buffer.alloc(40 * 30 * 3)
  for (let y = 5; y < 15; y++) for (let x = 5; x < 20; x++) raw[(y * 40 + x) * 3] = 128
  return sharp(raw, { raw: { width: 40, height: 30, channels: 3 } })
    .png()
    .toBuffer()
}
const xml = (f: string) =>
  `<annotation><folder>VOC2012</folder><filename>${f}.jpg</filename><size><width>40</width><height>30</height><depth>3</depth></size><object><name>aeroplane</name><bndbox><xmin>5</xmin><ymin>5</ymin><xmax>20</xmax><ymax>15</ymax></bndbox></object></annotation>`
test.each(['instance-segmentation', 'semantic-segmentation', 'object-detection'])('%s', async (type) => {
  const files: SentFile[] = []
  for (let i = 1; i <= 6; i++) {
    files.push(
      { path: `VOC2012/JPEGImages/${i}.jpg`, content: await pic() },
      { path: `VOC2012/Annotations/${i}.xml`, content: xml(String(i)) },
    )
  }
  for (const i of [1, 2])
    files.push(
      { path: `VOC2012/SegmentationClass/${i}.png`, content: await mask() },
      { path: `VOC2012/SegmentationObject/${i}.png`, content: await mask() },
    )
  files.push(
    { path: 'VOC2012/ImageSets/Segmentation/train.txt', content: '1\n2\n' },
    { path: 'VOC2012/ImageSets/Main/val.txt', content: '3\n4\n' },
  )
  const project = await datasetProject(station, type)
  const plan = await planOf(station, project, files)
  const { result, error } = await importChecked(station, plan.dataset)
  const report = await station.imports.report(plan.dataset, 'note', { offset: 0, limit: 10 })
  appendFileSync(
    '/tmp/zz.out',
    `== ${type}: ${plan.format} ${JSON.stringify(result)} ${error ?? ''}\n   ${JSON.stringify(await picturesOf(station, project))}\n plan ${JSON.stringify({ ...plan, samples: undefined }).slice(0, 1800)}\n ${JSON.stringify(station.datasets.problems(plan.dataset, { offset: 0, limit: 10 }))}\n`,
  )
})
