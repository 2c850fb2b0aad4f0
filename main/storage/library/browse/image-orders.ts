import type { ImageSort } from '#common/contract/images'

const BATCH = '(SELECT b.name FROM batch b WHERE b.id = i.batch_id) COLLATE NOCASE'
const CLASSES = '(SELECT count(*) FROM image_class c WHERE c.image_seq = i.seq)'
const TAGS = '(SELECT count(*) FROM image_tag t WHERE t.image_seq = i.seq)'
const SPLIT = `CASE i.split WHEN 'train' THEN 0 WHEN 'valid' THEN 1 ELSE 2 END`
const STATE = `CASE i.state WHEN 'done' THEN 0 WHEN 'started' THEN 1 ELSE 2 END`

/** Images that nobody has looked through stand last. */
function triage(mark: string): string {
  return `(SELECT m.${mark} FROM image_triage m WHERE m.image_seq = i.seq) DESC, i.seq`
}

/** Each order of images as SQL over `image i`. */
export const IMAGE_ORDERS: Readonly<Record<ImageSort, string>> = {
  added: 'i.seq',
  newest: 'i.seq DESC',
  name: 'i.name COLLATE NOCASE, i.seq',
  'name-reversed': 'i.name COLLATE NOCASE DESC, i.seq DESC',
  'most-shapes': 'i.shapes DESC, i.seq DESC',
  'fewest-shapes': 'i.shapes, i.seq',
  split: `${SPLIT}, i.seq`,
  'split-reversed': `${SPLIT} DESC, i.seq`,
  state: `${STATE}, i.seq`,
  'state-reversed': `${STATE} DESC, i.seq`,
  batch: `${BATCH}, i.seq`,
  'batch-reversed': `${BATCH} DESC, i.seq`,
  'most-classes': `${CLASSES} DESC, i.seq`,
  'fewest-classes': `${CLASSES}, i.seq`,
  largest: 'i.width * i.height DESC, i.seq',
  smallest: 'i.width * i.height, i.seq',
  'most-tags': `${TAGS} DESC, i.seq`,
  'fewest-tags': `${TAGS}, i.seq`,
  'most-proposals': 'i.proposals DESC, i.seq',
  'fewest-proposals': 'i.proposals, i.seq',
  alike: '(SELECT l.key FROM json_each(@like) l WHERE l.value = i.seq), i.seq',
  disagreement: triage('disagreement'),
  novelty: triage('novelty'),
  findings: triage('findings'),
}

/** Orders that an index of the images of a project holds. */
export const INDEXED_ORDERS: ReadonlySet<ImageSort> = new Set<ImageSort>([
  'added',
  'newest',
  'name',
  'name-reversed',
  'most-shapes',
  'fewest-shapes',
])
