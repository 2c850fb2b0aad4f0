/** How outlines are drawn, in view pixels: `look.md` §5. The same in both themes, because photographs do not change with it. */
export interface Look {
  readonly stroke: number
  readonly casing: number
  /** Share of the class colour over the area. */
  readonly fill: number
  readonly hairline: boolean
  readonly dash: readonly number[]
  /** Share of all of it that covers what lies below; all when absent. */
  readonly opacity?: number
}

const solid = { hairline: false, dash: [] }

export const LOOKS = {
  rest: { ...solid, stroke: 1.5, casing: 3.5, fill: 0.12 },
  /** A shape beside a selected one. */
  beside: { ...solid, stroke: 1.5, casing: 3.5, fill: 0.06 },
  /** Around something that is being cut out: there, and in nobody's way. */
  faint: { ...solid, stroke: 1, casing: 1.5, fill: 0.04 },
  /** Pixels that belong to an object: a flat colour with a thin border. */
  mask: { ...solid, stroke: 1, casing: 3, fill: 0.38 },
  besideMask: { ...solid, stroke: 1, casing: 3, fill: 0.3 },
  /** Lies over the shape at rest: .12 and .14 make 24 %. */
  hover: { ...solid, stroke: 2, casing: 4.5, fill: 0.14 },
  /** Lies over the shape as it is beside a selection: .06 and .26 make 30 %. */
  selected: { stroke: 2, casing: 4.5, fill: 0.26, hairline: true, dash: [] },
  /** Lies over the mask as it is beside a selection, whose fill is strong enough. */
  selectedMask: { stroke: 2, casing: 4.5, fill: 0, hairline: true, dash: [] },
  /** The box around an object with points: they are what is looked at. */
  hoverFrame: { ...solid, stroke: 1.5, casing: 3.5, fill: 0.06 },
  selectedFrame: { stroke: 1.5, casing: 3.5, fill: 0.08, hairline: true, dash: [] },
  /** Came from another image, and nobody has touched or confirmed it here. */
  carried: { stroke: 1.5, casing: 3.5, fill: 0.04, hairline: false, dash: [2, 3] },
  /** Nobody can pick it or change it: there, and behind all others. */
  locked: { ...solid, stroke: 1.5, casing: 3.5, fill: 0, opacity: 0.6 },
  /** Being drawn by hand. */
  draft: { ...solid, stroke: 2, casing: 4.5, fill: 0.14 },
  /** The same of a line, which encloses nothing. */
  line: { ...solid, stroke: 2, casing: 4.5, fill: 0 },
  /** As it was before the machine fitted it. */
  ghost: { stroke: 1, casing: 2.5, fill: 0, hairline: false, dash: [4, 4] },
  /** Where shapes are to be cut. */
  cut: { ...solid, stroke: 1.5, casing: 3.5, fill: 0, dash: [6, 4] },
  /** One of very many that are moved together. */
  thin: { ...solid, stroke: 1, casing: 0, fill: 0 },
  /** Said by a model: a label only when somebody accepts it. */
  proposal: { stroke: 1.5, casing: 3.5, fill: 0.05, hairline: false, dash: [5, 4] },
  /** The one that is asked about; lies over it as a proposal. */
  asked: { stroke: 2, casing: 4.5, fill: 0.2, hairline: true, dash: [5, 4] },
  /** The cut that a click would make with the machine. */
  preview: { stroke: 1.5, casing: 3, fill: 0.1, hairline: false, dash: [], opacity: 0.4 },
  /** Cut out by the machine and not accepted yet. */
  machine: { stroke: 2, casing: 5, fill: 0.26, hairline: false, dash: [7, 4] },
} as const satisfies Record<string, Look>

export type LookName = keyof typeof LOOKS

export const INK = {
  casing: 'rgba(8, 9, 11, .78)',
  /** The casing where it is made of single lines, which lie over each other here and there. */
  fineCasing: 'rgba(8, 9, 11, .62)',
  edge: 'rgba(8, 9, 11, .85)',
  /** Ground of a shape too small for a casing; lets most of the image through. */
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

/** How near counts as on it, in view pixels. */
export const REACH = {
  /** Half of the 16 px a handle or vertex answers to. */
  handle: 8,
  edge: 5,
  /** The first vertex while drawing pulls the pointer. */
  magnet: 10,
  /** A press that moves less than this is a click. */
  drag: 4,
} as const
