import { expect, test } from 'vitest'
import { identity, orientationMap, rotationAbout } from '#common/geometry/affine'
import { fuseWarps } from '#transforms/pixels/fuse'
import { operationsFor } from '#transforms/pixels/operations'
import { passesOf } from '#transforms/pixels/passes'
import { type Plan, placeCentred, type Warp, warpWithin } from '#transforms/plan'

const PHOTO = { width: 4000, height: 3000 }
const SQUARE = { width: 640, height: 640 }
const stretch = placeCentred(PHOTO, SQUARE, { frame: SQUARE, edges: 'black' })
const letterbox = placeCentred(PHOTO, { width: 640, height: 480 }, { frame: SQUARE, edges: 'black' })
const mirror = warpWithin(SQUARE, { ...identity, a: -1, e: 640 })
const tilt = warpWithin(SQUARE, rotationAbout(12, { x: 320, y: 320 }))
const brighter: Plan = { kind: 'tone', gain: 0.8, offset: 51 }

test('stretching, mirroring and tilting a photograph take one run from the file and one to cut the corners off', () => {
  expect(kinds([stretch, mirror, tilt, brighter])).toEqual([
    ['shrink', 'turn', 'affine'],
    ['crop', 'tone'],
  ])
})

test('a change of tone is done after the blur that follows it, unless it cuts values off', () => {
  const blur: Plan = { kind: 'blur', sigma: 2 }

  expect(kinds([stretch, mirror, tilt, brighter, blur])).toEqual([
    ['shrink', 'turn', 'affine'],
    ['crop', 'blur', 'tone'],
  ])
  expect(kinds([{ kind: 'tone', gain: 1.2, offset: 0 }, blur])).toEqual([['tone'], ['blur']])
  expect(kinds([blur, brighter, blur, mirror])).toEqual([['blur'], ['blur', 'tone'], ['turn']])
})

test('a mirrored letterbox is mirrored before it is padded', () => {
  expect(kinds([letterbox, mirror])).toEqual([['shrink', 'turn', 'pad']])
})

test('a turned photograph is shrunk on its way in and turned when it is small', () => {
  const display: Warp = {
    kind: 'warp',
    affine: orientationMap(6, PHOTO),
    from: PHOTO,
    frame: { width: 3000, height: 4000 },
    edges: 'black',
  }
  const resized = placeCentred(display.frame, SQUARE, { frame: SQUARE, edges: 'black' })

  expect(kinds([display, resized])).toEqual([['shrink', 'turn']])
})

test('a turn that is taken back costs nothing', () => {
  expect(kinds([mirror, mirror])).toEqual([])
  expect(kinds([warpWithin(SQUARE, identity), { kind: 'tone', gain: 1, offset: 0 }])).toEqual([])
})

test('warps with a change of tone between them stay apart', () => {
  expect(kinds([mirror, brighter, mirror])).toEqual([['turn', 'tone'], ['turn']])
})

function kinds(plans: readonly Plan[]): readonly (readonly string[])[] {
  return passesOf(fuseWarps(plans).flatMap(operationsFor)).map((pass) =>
    'length' in pass ? pass.map(({ kind }) => kind) : [pass.kind],
  )
}
