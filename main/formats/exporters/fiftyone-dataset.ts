import { createHash } from 'node:crypto'
import type { ProjectType } from '#common/contract/projects'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { Split } from '#common/split'
import { FIELDS, labelFields, labelsOf, objectId } from '../kit/fiftyone/labels.ts'
import { mediaTypeOf } from '../kit/file-names.ts'
import { imageFilesOfAll, imagesOfAll, type NamedImage, textFile } from '../kit/files.ts'
import { fieldLines, listed } from '../kit/json.ts'
import { attributesByName } from '../kit/said/attributes.ts'
import { type Dataset, defineExporter } from './define.ts'

const KEPT: ReadonlyMap<ProjectType, Message> = new Map([
  ['keypoint-detection', message('kept-boxes-and-keypoints')],
  ['single-label-classification', message('kept-class-of-image')],
  ['multi-label-classification', message('kept-classes-of-image')],
])

/** FiftyOne migrates datasets of older versions, and refuses those of newer ones. */
const FIFTYONE_VERSION = '0.22.0'

/** A complete dataset in FiftyOne's own format; the splits are tags. */
export const fiftyOneDataset = defineExporter({
  id: 'fiftyone-dataset',
  title: 'FiftyOne Dataset',
  aliases: ['fiftyonedataset'],
  says: ['attributes', 'groups', 'crowds'],
  saysOfImages: true,
  hasLines: true,
  keeps: (type) => message('keeps-in-tagged-fiftyone', { what: KEPT.get(type) ?? message('kept-shapes-but-masks') }),
  tasks: {
    'object-detection': 'all',
    'instance-segmentation': 'all',
    'semantic-segmentation': 'all',
    'keypoint-detection': 'all',
    'single-label-classification': 'all',
    'multi-label-classification': 'all',
  },
  async *files(dataset) {
    yield textFile('metadata.json', JSON.stringify(metadata(dataset)))
    yield textFile('samples.json', sampleText(dataset))
    yield* imageFilesOfAll(dataset, 'data')
  },
  record(image, { version, classes }) {
    const [first] = labelsOf(image, { type: version.projectType, classes })
    return first === undefined ? '' : fieldLines(first)
  },
})

type Reading = Omit<Dataset, 'images'>

/** Returns the dataset's document in FiftyOne's database. */
function metadata({ version, classes }: Reading) {
  const skeleton = oneSkeleton({ version, classes })
  return {
    _id: objectId(version.id),
    version: FIFTYONE_VERSION,
    name: version.projectName,
    created_at: { $date: version.createdAt.toISOString() },
    last_loaded_at: { $date: version.createdAt.toISOString() },
    persistent: false,
    media_type: 'image',
    tags: [],
    info: {},
    app_config: {},
    default_classes: [],
    mask_targets: {},
    default_mask_targets: {},
    classes: { [FIELDS.objects]: classes.names },
    skeletons: skeleton ? { [FIELDS.points]: skeleton } : {},
    default_skeleton: null,
    sample_fields: sampleFields(version.projectType),
    frame_fields: [],
    saved_views: [],
    annotation_runs: {},
    brain_methods: {},
    evaluations: {},
    runs: {},
  }
}

/** A field has one skeleton, so none is written if classes have several. */
function oneSkeleton({ version, classes }: Reading) {
  if (version.projectType !== 'keypoint-detection') return undefined
  const [first, ...others] = classes.all.map(({ skeleton }) => skeleton).filter(({ points }) => points.length > 0)
  return first && others.length === 0 ? { labels: first.points, edges: first.edges } : undefined
}

const DOCUMENT = 'fiftyone.core.fields.EmbeddedDocumentField'

function sampleFields(type: ProjectType) {
  const fields = [
    sampleField('id', 'fiftyone.core.fields.ObjectIdField', { db_field: '_id' }),
    sampleField('filepath', 'fiftyone.core.fields.StringField'),
    sampleField('tags', 'fiftyone.core.fields.ListField', { subfield: 'fiftyone.core.fields.StringField' }),
    sampleField('metadata', DOCUMENT, { embedded_doc_type: 'fiftyone.core.metadata.ImageMetadata' }),
  ]
  const labels = (name: string, kind: string) =>
    sampleField(name, DOCUMENT, { embedded_doc_type: `fiftyone.core.labels.${kind}` })
  if (type === 'single-label-classification') return [...fields, labels(FIELDS.objects, 'Classification')]
  if (type === 'multi-label-classification') return [...fields, labels(FIELDS.objects, 'Classifications')]
  const kinds = { [FIELDS.objects]: 'Detections', [FIELDS.outlines]: 'Polylines', [FIELDS.points]: 'Keypoints' }
  return [...fields, ...Object.entries(kinds).map(([name, kind]) => labels(name, kind))]
}

function sampleField(name: string, ftype: string, rest: Readonly<Record<string, string>> = {}) {
  const nothing = { subfield: null, embedded_doc_type: null, fields: [], description: null, info: null }
  return { name, ftype, db_field: name, ...nothing, ...rest }
}

/** FiftyOne reads only the samples; fields that it does not know are written beside them. */
async function* sampleText(dataset: Dataset): AsyncGenerator<string> {
  yield '{"samples":['
  yield* listed(samples(dataset))
  yield `],"tessera":${JSON.stringify(beside(dataset))}}`
}

function beside({ version, classes }: Reading) {
  const skeletons = classes.all.filter(({ skeleton }) => skeleton.points.length > 0)
  const attributes = attributesByName(classes)
  return {
    classes: version.projectType === 'text-image-pairs' ? [] : classes.names,
    ...(attributes && { attributes }),
    ...(skeletons.length > 0 && {
      skeletons: Object.fromEntries(skeletons.map(({ name, skeleton }) => [name, skeleton])),
    }),
  }
}

async function* samples(dataset: Dataset) {
  for await (const image of imagesOfAll(dataset)) yield JSON.stringify(sample(image, dataset))
}

/** Tags as in FiftyOne's own datasets. */
const TAGS: Readonly<Record<Split, string>> = { train: 'train', valid: 'validation', test: 'test' }

function sample(image: NamedImage, { version, classes }: Reading) {
  const { fileName, width, height, bytes, split } = image
  const size = { size_bytes: bytes, mime_type: mediaTypeOf(fileName), width, height, num_channels: 3 }
  return {
    _id: objectId(`${version.id}\n${fileName}`),
    filepath: `data/${fileName}`,
    tags: [TAGS[split]],
    metadata: { _cls: 'ImageMetadata', ...size },
    _media_type: 'image',
    _rand: shareOf(fileName),
    ...labelFields(image, { type: version.projectType, classes }),
  }
}

/** FiftyOne draws samples by a number of each, at least 0 and below 1. */
function shareOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
}
