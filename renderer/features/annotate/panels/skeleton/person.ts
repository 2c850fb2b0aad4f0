import type { Skeleton } from '#common/annotation/skeleton'

/** The points of a standing person as datasets have them, with where they stand in a small drawing, 0…1. */
const POINTS: readonly (readonly [name: string, x: number, y: number])[] = [
  ['nose', 0.5, 0.1],
  ['left eye', 0.56, 0.07],
  ['right eye', 0.44, 0.07],
  ['left ear', 0.62, 0.1],
  ['right ear', 0.38, 0.1],
  ['left shoulder', 0.68, 0.26],
  ['right shoulder', 0.32, 0.26],
  ['left elbow', 0.78, 0.42],
  ['right elbow', 0.22, 0.42],
  ['left wrist', 0.84, 0.57],
  ['right wrist', 0.16, 0.57],
  ['left hip', 0.61, 0.55],
  ['right hip', 0.39, 0.55],
  ['left knee', 0.63, 0.75],
  ['right knee', 0.37, 0.75],
  ['left ankle', 0.64, 0.94],
  ['right ankle', 0.36, 0.94],
]

/** A person of seventeen points, in the order of COCO. */
export const PERSON: Skeleton = {
  points: POINTS.map(([name]) => name),
  edges: [
    [15, 13],
    [13, 11],
    [16, 14],
    [14, 12],
    [11, 12],
    [5, 11],
    [6, 12],
    [5, 6],
    [5, 7],
    [6, 8],
    [7, 9],
    [8, 10],
    [1, 2],
    [0, 1],
    [0, 2],
    [1, 3],
    [2, 4],
    [3, 5],
    [4, 6],
  ],
}

/** Where points stand in the schematic: those of a person as a person stands, all others on a circle. */
export function schematicPlaces(names: readonly string[]): readonly { readonly x: number; readonly y: number }[] {
  const known = new Map(POINTS.map(([name, x, y]) => [name, { x, y }]))
  const isPerson = names.length > 2 && names.every((name) => known.has(name))
  return names.map((name, place) => {
    const turn = (2 * Math.PI * place) / names.length
    const onCircle = { x: 0.5 + 0.42 * Math.sin(turn), y: 0.5 - 0.42 * Math.cos(turn) }
    return (isPerson ? known.get(name) : undefined) ?? onCircle
  })
}
