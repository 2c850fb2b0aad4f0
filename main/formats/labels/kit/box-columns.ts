import { type Refusal, refuse } from '#common/errors'
import type { Box } from '#common/geometry/box'
import { ok, type Result } from '#common/result'
import type { Row } from './csv.ts'
import { numberOf, readEvery, shorten } from './reading.ts'

/** Possible meanings of a column in a table of boxes. */
type Meaning = 'file' | 'class' | 'xmin' | 'ymin' | 'xmax' | 'ymax' | 'x' | 'y' | 'cx' | 'cy' | 'w' | 'h'

/** The names of columns by their meaning, without case and signs. The names before the bar go before those after it. */
const NAMES: Readonly<Record<Meaning, string>> = {
  file:
    'filename,file,filepath,path,fname,imagename,imagefile,imagefilename,imagepath,imgname,imgfile,imgfilename,imgfname,imgpath' +
    '|image,img,imageid,imgid',
  class:
    'class,classname,classlabel,label,labelname,category,categoryname,objectclass,objectname,objectlabel' +
    '|name,object,classid,labelid,categoryid',
  xmin: 'xmin,minx,left,xleft,leftx,xtl,tlx,topleftx,xtopleft,xstart,startx,x0',
  ymin: 'ymin,miny,top,ytop,topy,ytl,tly,toplefty,ytopleft,ystart,starty,y0',
  xmax: 'xmax,maxx,right,xright,rightx,xbr,brx,bottomrightx,xbottomright,xend,endx,x2',
  ymax: 'ymax,maxy,bottom,ybottom,bottomy,ybr,bry,bottomrighty,ybottomright,yend,endy,y2',
  x: 'x',
  y: 'y',
  cx: 'cx,xc,xcenter,xcentre,centerx,centrex,xmid,midx',
  cy: 'cy,yc,ycenter,ycentre,centery,centrey,ymid,midy',
  w: 'w,width',
  h: 'h,height',
}

/** Prefixes of the names of coordinates: `bbox_x1`, `Roi.X1`. */
const BOX_PREFIX = /^(?:boundingbox|bndbox|bbox|bbx|box|bb|rect|roi)/
const CORNERS = ['xmin', 'ymin', 'xmax', 'ymax'] as const
const PLACES = new Set<Meaning>(['xmin', 'ymin', 'xmax', 'ymax', 'x', 'y', 'cx', 'cy', 'w', 'h'])

/** The ways in which four columns say where a box is, the surest first. */
const FORMS: readonly { readonly columns: readonly Meaning[]; toBox(numbers: readonly number[]): Box }[] = [
  { columns: CORNERS, toBox: ([x0 = 0, y0 = 0, x1 = 0, y1 = 0]) => ({ x0, y0, x1, y1 }) },
  { columns: ['cx', 'cy', 'w', 'h'], toBox: ([x = 0, y = 0, w = 0, h = 0]) => sized([x - w / 2, y - h / 2], [w, h]) },
  { columns: ['x', 'y', 'w', 'h'], toBox: ([x = 0, y = 0, w = 0, h = 0]) => sized([x, y], [w, h]) },
  { columns: ['xmin', 'ymin', 'w', 'h'], toBox: ([x = 0, y = 0, w = 0, h = 0]) => sized([x, y], [w, h]) },
]

/** A column that holds the upper left corner and the size together: `[10, 20, 30, 40]`, as Kaggle's tables do. */
const LISTS = /^(?:bbox|box|boundingbox|bboxes|bndbox)(?:xywh)?$/

/** The class of tables that list boxes of one kind of object and name none. */
const NAMELESS = 'object'

type Pair = readonly [number, number]

function sized([x0, y0]: Pair, [width, height]: Pair): Box {
  return { x0, y0, x1: x0 + width, y1: y0 + height }
}

/** A table of boxes whose columns were recognized by what they mean. */
export interface BoxColumns {
  /** Empty where no column names the image. */
  file(row: Row): string
  className(row: Row): string
  /** As the table counts, in pixels or shares; undefined where all its cells are empty. */
  box(row: Row): Result<Box | undefined, Refusal>
  /** The width and the height of the image, where the table has them. */
  size?(row: Row): readonly [width: string, height: string]
  /** No column names a class, so that a row without a box says: nothing here. */
  readonly isNameless?: boolean
}

/** The columns of a table of boxes; undefined for tables that hold none. Refuses where two columns may mean the same, or one is missing. */
export function boxColumns({ cells }: Row): Result<BoxColumns, Refusal> | undefined {
  const named = (meaning: Meaning) => placesOf(cells, meaning)
  const form = FORMS.find(({ columns }) => columns.every((meaning) => named(meaning).length > 0))
  const [files, classes] = [named('file'), named('class')]
  if (form === undefined) return listColumns(cells, { files, classes })
  if (files.length + classes.length === 0) return undefined
  const columns = [files, classes, ...form.columns.map(named)]
  const unclear = columns.find((places) => places.length > 1)
  if (unclear) return ambiguous(unclear.map((place) => cells[place] ?? ''))
  const [[file = -1] = [], [className = -1] = [], ...places] = columns
  if (className < 0) return refuse('class-column-missing')
  return ok({
    file: (row) => row.cells[file] ?? '',
    className: (row) => row.cells[className] ?? '',
    box: (row) => readBox(row, { places: places.flat(), names: cells, toBox: form.toBox }),
    ...sizeColumns(cells, places.flat()),
  })
}

/** The columns of the image's size, which are none of those of the box. */
function sizeColumns(cells: readonly string[], taken: readonly number[]): Pick<BoxColumns, 'size'> {
  const at = (names: ReadonlySet<string>) =>
    cells.findIndex((cell, place) => names.has(plainName(cell)) && !taken.includes(place))
  const [width, height] = [at(WIDTHS), at(HEIGHTS)]
  return width < 0 || height < 0 ? {} : { size: (row) => [row.cells[width] ?? '', row.cells[height] ?? ''] }
}

const WIDTHS = new Set(['width', 'imgwidth', 'imagewidth', 'imgw', 'imagew'])
const HEIGHTS = new Set(['height', 'imgheight', 'imageheight', 'imgh', 'imageh'])

/** Tables with one column for the whole box. */
function listColumns(
  cells: readonly string[],
  { files, classes }: { readonly files: readonly number[]; readonly classes: readonly number[] },
): Result<BoxColumns, Refusal> | undefined {
  const lists = cells.flatMap((cell, place) => (LISTS.test(plainName(cell)) ? place : []))
  const [list] = lists
  if (list === undefined || files.length === 0) return undefined
  const unclear = [files, classes, lists].find((places) => places.length > 1)
  if (unclear) return ambiguous(unclear.map((place) => cells[place] ?? ''))
  const [[file = -1], [className]] = [files, classes]
  return ok({
    file: (row) => row.cells[file] ?? '',
    className: (row) => (className === undefined ? NAMELESS : (row.cells[className] ?? '')),
    box: (row) => readList(row, list, cells[list] ?? ''),
    ...sizeColumns(cells, []),
    isNameless: className === undefined,
  })
}

const LIST =
  /^[[({]?\s*([^\s,;]+)(?:\s*[,;]\s*|\s+)([^\s,;]+)(?:\s*[,;]\s*|\s+)([^\s,;]+)(?:\s*[,;]\s*|\s+)([^\s,;\])}]+)\s*[\])}]?$/

function readList({ cells, place }: Row, column: number, name: string): Result<Box | undefined, Refusal> {
  const text = (cells[column] ?? '').trim()
  if (text === '' || /^(?:\[\s*\]|nan|none|null)$/i.test(text)) return ok(undefined)
  const [x, y, w, h] = (LIST.exec(text)?.slice(1) ?? []).map(numberOf)
  if (x === undefined || y === undefined || w === undefined || h === undefined) {
    return refuse('cell-not-box', { place, text: shorten(text), name: shorten(name) })
  }
  return ok(sized([x, y], [w, h]))
}

interface Places {
  readonly places: readonly number[]
  readonly names: readonly string[]
  toBox(numbers: readonly number[]): Box
}

function readBox({ cells, place }: Row, { places, names, toBox }: Places): Result<Box | undefined, Refusal> {
  if (places.every((column) => (cells[column] ?? '') === '')) return ok(undefined)
  const numbers = readEvery(places, (column) => {
    const text = cells[column] ?? ''
    const value = numberOf(text)
    if (value !== undefined) return ok(value)
    return refuse('cell-not-number', { place, text: shorten(text), name: shorten(names[column] ?? '') })
  })
  return numbers.ok ? ok(toBox(numbers.value)) : numbers
}

/** The columns that may have the meaning; names that say it weakly count where none says it outright. */
function placesOf(cells: readonly string[], meaning: Meaning): readonly number[] {
  const plain = cells.map(plainName)
  const hasSecond = (axis: string) => plain.some((name) => name.replace(BOX_PREFIX, '') === `${axis}2`)
  const say = (name: string) => (PLACES.has(meaning) ? placeName(name, hasSecond) : name)
  for (const names of NAMES[meaning].split('|')) {
    const known = new Set(names.split(','))
    const found = plain.flatMap((name, place) => (known.has(say(name)) ? place : []))
    // A width with a prefix of boxes goes before a bare one, which is the image's then.
    const own = found.filter((place) => PLACES.has(meaning) && BOX_PREFIX.test(plain[place] ?? ''))
    if (own.length > 0) return own
    if (found.length > 0) return found
  }
  return []
}

function plainName(cell: string): string {
  return cell.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** `x1` is the first corner beside `x2`, and the last one beside `x0`. */
function placeName(plain: string, hasSecond: (axis: string) => boolean): string {
  const name = plain.replace(BOX_PREFIX, '')
  const [, axis = ''] = /^([xy])1$/.exec(name) ?? []
  if (axis === '') return name
  return hasSecond(axis) ? `${axis}min` : `${axis}max`
}

function ambiguous(names: readonly string[]) {
  const listed = names.map((name) => `"${shorten(name)}"`).join(' and ')
  return refuse('columns-ambiguous', { names: listed })
}

/** Tells whether the boxes of a table count in shares of the image's sides: none goes beyond 1, and not all are whole numbers. */
export function shareWatch() {
  let [most, hasFraction] = [0, false]
  return {
    see({ x0, y0, x1, y1 }: Box): void {
      const numbers = [x0, y0, x1, y1]
      most = Math.max(most, ...numbers.map(Math.abs))
      hasFraction ||= numbers.some((value) => !Number.isInteger(value))
    },
    isInShares: () => hasFraction && most <= 1,
  }
}
