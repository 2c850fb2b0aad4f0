import { expect, test } from 'vitest'
import { boxBetween } from '#common/geometry/box'
import { fillRings, maskArea } from '#common/geometry/mask'
import { ringsBounds, ringsContain } from '#common/geometry/polygon'
import { imagePoint } from '#common/geometry/space'
import type { SegmentAnswer } from '#core/annotation/predictions/ports'
import { segmentImage } from '#segment/engine'
import { decodeImage } from '#segment/image/decode'
import { click, cutOut, fileOf, firstIou, imageAt, maskOf, painted, type Scene } from './scenes.ts'

const SIZE = { width: 640, height: 480 }
const DISC: Scene = { ...SIZE, ground: '#405060', things: '<circle cx="300" cy="220" r="90" fill="#c05030"/>' }
const HAND: Scene = {
  ...SIZE,
  ground: '#6b7d4a',
  things:
    '<path d="M200 380 L180 200 L215 200 L235 290 L240 130 L275 130 L285 285 L310 140 L345 145 L335 300 L400 240 L425 265 L340 390 Z" fill="#d9a58c"/>',
}
const TWO_LEMONS: Scene = {
  ...SIZE,
  ground: '#2f5d9c',
  things:
    '<ellipse cx="240" cy="240" rx="95" ry="75" fill="#e5cf28"/><ellipse cx="415" cy="240" rx="95" ry="75" fill="#e2c81f" stroke="#8a7a10" stroke-width="3"/>',
}

test.each([
  ['a plain disc', DISC, [300, 220], 0.98],
  ['a disc clicked near its border', DISC, [375, 220], 0.98],
  ['a disc under noise', { ...DISC, noise: 60 }, [300, 220], 0.96],
  [
    'a disc that differs little from its ground under noise',
    { ...DISC, ground: '#a06848', noise: 40 },
    [310, 200],
    0.94,
  ],
  ['a shape with fingers', { ...HAND, noise: 30 }, [290, 330], 0.9],
] as const)('one click on %s selects it', async (_, scene, [x, y], least) => {
  const image = await fileOf(await painted(scene), scene)

  const answer = await cutOut(image, { points: [click(x, y)] })

  expect(firstIou(answer, await maskOf(scene))).toBeGreaterThan(least)
})

test.each([
  ['coins.png', { width: 384, height: 303 }, [334, 43], '<circle cx="334.7" cy="43.5" r="28.8" fill="#fff"/>', 0.93],
  ['coins.png', { width: 384, height: 303 }, [210, 128], '<circle cx="205.3" cy="123.7" r="19.6" fill="#fff"/>', 0.9],
  [
    'coffee.jpg',
    { width: 600, height: 400 },
    [290, 150],
    '<ellipse cx="291" cy="107" rx="118" ry="90" fill="#fff"/>',
    0.85,
  ],
  [
    'chelsea.jpg',
    { width: 451, height: 300 },
    [175, 115],
    '<ellipse cx="176" cy="118" rx="37" ry="31" fill="#fff"/>',
    0.8,
  ],
] as const)('one click on a thing in the photograph %s selects it', async (file, size, [x, y], things, least) => {
  const image = imageAt(new URL(`../../fixtures/photos/${file}`, import.meta.url).pathname, size)

  const answer = await cutOut(image, { points: [click(x, y)] })

  expect(firstIou(answer, await maskOf({ ...size, ground: '', things }))).toBeGreaterThan(least)
})

test('a negative click excludes the neighbouring object', async () => {
  const image = await fileOf(await painted({ ...TWO_LEMONS, noise: 20 }), SIZE)

  const answer = await cutOut(image, { points: [click(200, 240), click(450, 240, false)] })

  const [left] = TWO_LEMONS.things.split('/>')
  expect(firstIou(answer, await maskOf({ ...TWO_LEMONS, things: `${left}/>` }))).toBeGreaterThan(0.9)
})

test('two positive clicks select both objects', async () => {
  const image = await fileOf(await painted({ ...TWO_LEMONS, noise: 20 }), SIZE)

  const answer = await cutOut(image, { points: [click(200, 240), click(450, 240)] })

  expect(firstIou(answer, await maskOf(TWO_LEMONS))).toBeGreaterThan(0.93)
})

test('a box prompt selects the object inside, and nothing outside', async () => {
  const image = await fileOf(await painted({ ...TWO_LEMONS, noise: 20 }), SIZE)
  const box = boxBetween(imagePoint(318, 160), imagePoint(514, 320))

  const answer = await cutOut(image, { points: [], box })

  const right = TWO_LEMONS.things.slice(TWO_LEMONS.things.indexOf('/>') + 2)
  expect(firstIou(answer, await maskOf({ ...TWO_LEMONS, things: right }))).toBeGreaterThan(0.88)
  const { x0, y0, x1, y1 } = ringsBounds(ringsOf(answer))
  expect([x0 >= 317, y0 >= 159, x1 <= 515, y1 <= 321]).toEqual([true, true, true, true])
})

test('a click on the background selects it without the objects on it', async () => {
  const image = await fileOf(await painted({ ...TWO_LEMONS, noise: 10 }), SIZE)

  const rings = ringsOf(await cutOut(image, { points: [click(60, 60)] }))

  const holds = ([x, y]: readonly [number, number]) => ringsContain(rings, { x, y })
  expect(
    (
      [
        [30, 450],
        [600, 30],
        [240, 240],
        [415, 240],
      ] as const
    ).map(holds),
  ).toEqual([true, true, false, false])
})

test('concentric rings offer the whole, a part and a smaller part', async () => {
  const rings = [
    ['#b5443c', 150],
    ['#e8e4d8', 95],
    ['#274a6b', 45],
  ] as const
  const things = rings.map(([colour, radius]) => `<circle cx="320" cy="240" r="${radius}" fill="${colour}"/>`).join('')
  const image = await fileOf(await painted({ ...SIZE, ground: '#7a8c5a', things, noise: 15 }), SIZE)

  const answer = await cutOut(image, { points: [click(320, 240)] })

  const candidates = answer.kind === 'found' ? answer.candidates : []
  const radiusOf = (extent: string) => {
    const rings = candidates.find((candidate) => candidate.extent === extent)?.rings ?? []
    return Math.round(Math.sqrt(maskArea(fillRings(rings, SIZE)) / Math.PI))
  }
  expect(['whole', 'part', 'smaller'].map(radiusOf)).toEqual([150, 95, 45])
})

test('the same prompt gives the same answer again', async () => {
  const image = await fileOf(await painted({ ...HAND, noise: 50 }), SIZE)
  const prompt = { points: [click(290, 330), click(60, 60, false)] }

  expect(await cutOut(image, prompt)).toEqual(await cutOut(image, prompt))
})

test.each([
  ['without a click or a box', { points: [] }],
  ['with only clicks that do not belong', { points: [click(300, 220, false)] }],
  ['with a box outside the image', { points: [], box: boxBetween(imagePoint(-90, -90), imagePoint(-10, -10)) }],
])('nothing is found %s', async (_, prompt) => {
  const image = await fileOf(await painted(DISC), SIZE)

  expect(await cutOut(image, prompt)).toEqual({ kind: 'nothing-found' })
})

test('nothing is found in an image of one colour', async () => {
  const image = await fileOf(await painted({ ...DISC, things: '' }), SIZE)

  expect(await cutOut(image, { points: [click(300, 220)] })).toEqual({ kind: 'nothing-found' })
})

test('work stops between two steps once it is cancelled', async () => {
  const image = await fileOf(await painted(DISC), SIZE)
  const pyramid = await decodeImage(image.path)

  const giveUp = () => {
    throw new Error('given up')
  }
  expect(() => segmentImage({ pyramid, shown: SIZE }, { points: [click(300, 220)] }, giveUp)).toThrow('given up')
})

function ringsOf(answer: SegmentAnswer) {
  return answer.kind === 'found' ? (answer.candidates[0]?.rings ?? []) : []
}
