/** How outlines are drawn, in view pixels. The same in both themes, because images do not change with the theme. */
export interface Look {
  readonly stroke: number
  readonly casing: number
  /** Opacity of the class color over the area. */
  readonly fill: number
  readonly hairline: boolean
  readonly dash: readonly number[]
  /** Opacity of the whole; 1 when absent. */
  readonly opacity?: number
}

const solid = { hairline: false, dash: [] }

export const LOOKS = {
  rest: { ...solid, stroke: 1.5, casing: 3.5, fill: 0.12 },
  /** Beside a selected shape. */
  beside: { ...solid, stroke: 1.5, casing: 3.5, fill: 0.06 },
  /** Around an object that is being cut out: visible but unobtrusive. */
  faint: { ...solid, stroke: 1, casing: 1.5, fill: 0.04 },
  /** A mask: a flat color with a thin border. */
  mask: { ...solid, stroke: 1, casing: 3, fill: 0.38 },
  besideMask: { ...solid, stroke: 1, casing: 3, fill: 0.3 },
  /** Drawn over the shape at rest: .12 and .14 make 24 %. */
  hover: { ...solid, stroke: 2, casing: 4.5, fill: 0.14 },
  /** Drawn over the shape in its look beside a selection: .06 and .26 make 30 %. */
  selected: { stroke: 2, casing: 4.5, fill: 0.26, hairline: true, dash: [] },
  /** Drawn over the mask in its look beside a selection, whose fill is strong enough. */
  selectedMask: { stroke: 2, casing: 4.5, fill: 0, hairline: true, dash: [] },
  /** The box around an object with keypoints, which matter more. */
  hoverFrame: { ...solid, stroke: 1.5, casing: 3.5, fill: 0.06 },
  selectedFrame: { stroke: 1.5, casing: 3.5, fill: 0.08, hairline: true, dash: [] },
  /** Copied from another image and not yet changed or confirmed here. */
  carried: { stroke: 1.5, casing: 3.5, fill: 0.04, hairline: false, dash: [2, 3] },
  /** Cannot be picked or changed: visible, but behind all others. */
  locked: { ...solid, stroke: 1.5, casing: 3.5, fill: 0, opacity: 0.6 },
  /** A shape being drawn. */
  draft: { ...solid, stroke: 2, casing: 4.5, fill: 0.14 },
  /** A line being drawn, which encloses nothing. */
  line: { ...solid, stroke: 2, casing: 4.5, fill: 0 },
  /** The shape before smart select fitted it. */
  ghost: { stroke: 1, casing: 2.5, fill: 0, hairline: false, dash: [4, 4] },
  /** Line along which shapes will be cut. */
  cut: { ...solid, stroke: 1.5, casing: 3.5, fill: 0, dash: [6, 4] },
  /** One of very many shapes that are moved together. */
  thin: { ...solid, stroke: 1, casing: 0, fill: 0 },
  /** A prediction that is not accepted yet. */
  proposal: { stroke: 1.5, casing: 3.5, fill: 0.05, hairline: false, dash: [5, 4] },
  /** The suggestion in question; drawn over it. */
  asked: { stroke: 2, casing: 4.5, fill: 0.2, hairline: true, dash: [5, 4] },
  /** The result that a click with smart select would have. */
  preview: { stroke: 1.5, casing: 3, fill: 0.1, hairline: false, dash: [], opacity: 0.4 },
  /** Cut out by smart select and not accepted yet. */
  machine: { stroke: 2, casing: 5, fill: 0.26, hairline: false, dash: [7, 4] },
} as const satisfies Record<string, Look>

export type LookName = keyof typeof LOOKS

export const INK = {
  casing: 'rgba(8, 9, 11, .78)',
  /** Casing made of single lines, which overlap here and there. */
  fineCasing: 'rgba(8, 9, 11, .62)',
  edge: 'rgba(8, 9, 11, .85)',
  /** Ground of a shape too small for a casing; most of the image shows through. */
  ground: '#08090B',
  hairline: 'rgba(255, 255, 255, .9)',
  white: '#FFFFFF',
  machine: '#FFC94D',
  machineFaint: 'rgba(255, 201, 77, .35)',
  invalid: '#FF5C66',
  snap: '#34DCAD',
  tag: 'rgba(14, 15, 18, .88)',
  tagText: '#FFFFFF',
  tagDetail: '#B9BDC6',
  glyph: '#14161A',
  crosshair: 'rgba(255, 255, 255, .62)',
  crosshairCasing: 'rgba(8, 9, 11, .55)',
  lapis: '#7C95FF',
  marquee: 'rgba(124, 149, 255, .12)',
  grid: 'rgba(128, 128, 128, .35)',
} as const

/** Distances within which the pointer hits something, in view pixels. */
export const REACH = {
  /** Half of the 16 px hit area of a handle or vertex. */
  handle: 8,
  edge: 5,
  /** The first vertex attracts the pointer while a polygon is drawn. */
  magnet: 10,
  /** A press that moves less than this is a click. */
  drag: 4,
} as const
